// The log of turns that were played before the page was opened, as it would read had they been seen.
import type { Digest, Drama, GameEvent } from "../wire";
import { mineLast } from "./order";
import { BLANK, withDigest, withLine, type Entry } from "./still";

export interface Turn {
  turn: number;
  events: readonly GameEvent[];
  digest?: Digest | null;
}

/** The log's entries of these turns, told to seat `me`. */
export function recalled(turns: readonly Turn[], me: number, drama: Drama): readonly Entry[] {
  const told = turns.flatMap(({ turn, events }) =>
    (drama.suspense ? mineLast(events, me, drama) : events).map((event) => ({ turn, event })),
  );
  const still = told.reduce((still, { turn, event }) => withLine(still, turn, event, drama), BLANK);
  return turns.reduce((still, { turn, digest }) => withDigest(still, turn, digest), still).log;
}
