// The last attack of a turn that is over, to be lit on the map.
import type { GameEvent } from "../wire";
import { around, type Box, type GameMap } from "./map";

export interface Attack {
  from: string;
  to: string;
  /** The tanks that both states lost in all rolls of it. */
  losses: ReadonlyMap<string, number>;
  /** The part of the map around both. */
  part: Box;
}

/** Null if nobody attacked. */
export function lastAttack(map: GameMap, events: readonly GameEvent[]): Attack | null {
  const rolls = events.filter((one) => one.kind === "attack");
  const last = rolls.at(-1);
  const stateOf = (name: unknown) => map.states.find((one) => one.name === name);
  const [a, b] = [stateOf(last?.origin), stateOf(last?.state)];
  if (!a || !b) return null;
  const same = rolls.filter((one) => one.origin === a.name && one.state === b.name);
  const sum = (key: "lost" | "destroyed") => same.reduce((all, one) => all + Number(one[key] ?? 0), 0);
  const losses = new Map([
    [a.name, sum("lost")],
    [b.name, sum("destroyed")],
  ]);
  return { from: a.name, to: b.name, losses, part: around(a, b, map.width) };
}
