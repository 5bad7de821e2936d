// The conquests of a turn on a map, for where a sentence stands for the whole turn. Pure.
import { attacks, conquers } from "../table/events";
import type { GameEvent } from "../wire";
import "../words/late";
import { t } from "../words/words.svelte";

/** One conquest by its own sentence, several by their number; empty where there are none. `me` is the reader's seat. */
export function conquests(events: readonly GameEvent[], names: readonly string[], me: number | null): string {
  const taken = events.filter(conquers);
  const last = taken.at(-1);
  if (!last || taken.length === 1) return last?.text?.trim() ?? "";
  const told = { name: names[last.seat ?? -1] ?? "", n: taken.length, attacks: events.filter(attacks).length };
  return t(last.seat === me ? "story.taken.you" : "story.taken", told);
}
