// What others have taken from me since my last turn, as far as the log knows.
import type { Entry } from "../film/still";
import { playerOf } from "../table/missed";

/** What an event's seat does to a state that is its own then. */
export const OWNING: ReadonlySet<string> = new Set(["assign", "claim", "place", "conquer"]);

export interface Loss {
  state: string;
  /** The seat that took it from me. */
  seat: number;
}

type Played = Pick<Entry, "lines" | "events" | "digest">;

/** The states that were mine when my last turn ended and have been conquered since, in that order; my turn that runs
 * now is no last one. */
export function lossesOf(log: readonly Played[], me: number): Loss[] {
  const owners = new Map<string, number>();
  let lost: Loss[] = [];
  for (const entry of log) {
    if (playerOf(entry) === me && entry !== log.at(-1)) lost = [];
    for (const { kind, state, seat } of entry.events) {
      if (!OWNING.has(kind) || seat == null) continue;
      const name = String(state);
      if (kind === "conquer" && seat !== me && owners.get(name) === me) lost.push({ state: name, seat });
      owners.set(name, seat);
    }
  }
  return lost.filter(({ state }) => owners.get(state) !== me);
}
