// The cards that another player trades, while that is what was told last. Pure.
import { bringsTanks } from "../table/events";
import type { GameEvent } from "../wire";

const laysOpen = ({ kind, card }: GameEvent) => kind === "move" && card !== undefined;

/** The cards of a set that a player other than `me` has laid open by now; none once anything else has been told. */
export function tradedNow(events: readonly GameEvent[], me: number | null): readonly string[] {
  const last = events.at(-1);
  if (!last || last.seat === me) return [];
  const told = bringsTanks(last) ? events.slice(0, -1) : events;
  return told.slice(told.findLastIndex((one) => !laysOpen(one)) + 1).map((one) => String(one.card));
}
