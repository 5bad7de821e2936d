// What a turn is called after, in the story and at the end of a game. Pure.
import { bringsTanks } from "../table/events";
import { inShort } from "../table/games/summary";
import type { GameEvent } from "../wire";
import { conquests } from "./conquests";

/** What a turn is not called after, if anything else is told of it: that a player has reached the goal of a race, as the
 * play has told the points; and a card that is drawn after it. */
const AFTERWARDS = ["reach", "take"];

export const spokenOf = (events: readonly GameEvent[]): string[] =>
  events.map((event) => event.text?.trim() ?? "").filter(Boolean);

/** A turn in a sentence or two; `me` is the reader's seat. On a map the cards that brought tanks, and the conquests. */
export function turnInShort(
  { turn, events }: { turn: number; events: readonly GameEvent[] },
  ground: string | undefined,
  names: readonly string[],
  me: number | null,
): string {
  const onMap = () => [...spokenOf(events.filter(bringsTanks)), conquests(events, names, me)].filter(Boolean).join(" ");
  return (
    inShort({ turn, lines: [], events: [...events] }, names, me ?? -1) ??
    ((ground === "map" && onMap()) || null) ??
    spokenOf(events.filter((event) => !AFTERWARDS.includes(event.kind))).at(-1) ??
    spokenOf(events).at(-1) ??
    ""
  );
}
