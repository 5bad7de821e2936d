// A turn of BlitzWar in a line: attacks, states taken and from whom, tanks lost, tanks moved.
import type { Entry } from "../film/still";

export interface Digest {
  seat: number;
  attacks: number;
  /** The states taken, in order, and how many of them were mine. */
  taken: readonly string[];
  mine: number;
  lost: number;
  placed: number;
  moved: { n: number; state: string } | null;
}

/** By turn: what its player did, where that is more than one event. */
export function digests(log: readonly Entry[], me: number): ReadonlyMap<number, Digest> {
  const owner = new Map<string, number>();
  const found = new Map<number, Digest>();
  for (const { turn, events } of log) {
    let [attacks, lost, placed, mine] = [0, 0, 0, 0];
    let moved: Digest["moved"] = null;
    let seat: number | null = null;
    const taken: string[] = [];
    for (const event of events) {
      const [state, n] = [String(event.state), Number(event.number)];
      seat ??= event.kind === "reinforce" || event.kind === "place" ? (event.seat ?? null) : null;
      if (event.kind === "place") placed += n;
      else if (event.kind === "go") moved = { n, state };
      else if (event.kind === "attack") [attacks, lost] = [attacks + 1, lost + Number(event.lost)];
      else if (event.kind === "conquer") {
        taken.push(state);
        if (owner.get(state) === me) mine++;
      }
      if (["assign", "place", "conquer"].includes(event.kind) && event.seat !== undefined) owner.set(state, event.seat);
    }
    if (seat !== null) found.set(turn, { seat, attacks, taken, mine, lost, placed, moved });
  }
  return found;
}
