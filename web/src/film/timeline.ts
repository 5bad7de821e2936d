// The film of a table as a value: its cues in order of time, and when it rests. What is seen at a time is in scene.ts.
import type { Slot } from "../table/tableau";
import type { Sound } from "./sounds";
import { BLANK, type Still } from "./still";

/** A moment at which something changes: from then on the still is seen, and what has another place moves there. */
export interface Cue {
  at: number;
  still: Still;
  /** How long a card takes to its new place. */
  lasts: number;
  /** Between which times after the cue a card turns over; equal ones: its face changes at once then. */
  flip: readonly [from: number, to: number];
  /** Cards that move leave one after the other, so far apart. */
  apart: number;
  /** They move under what lies there. */
  under: boolean;
  /** A sound that is heard now, in so many battles; or the end's note of that number. */
  heard: { sound: Sound; depth: number } | null;
}

/** From `from` to `to` nothing moves, so that it is seen; both equal: a moment that a press stops at. */
export interface Rest {
  from: number;
  to: number;
}

export interface Timeline {
  /** Never empty; the first has been over for long. */
  cues: readonly Cue[];
  rests: readonly Rest[];
  /** When my card waits: time stands still there until it is turned up. */
  waits: readonly number[];
  /** When the last message has been told in full. */
  ends: number;
  /** Since when the cards that were turned up have lain still. */
  faces: ReadonlyMap<number, number>;
  /** The cards that were turned up to meet those that still wait. */
  unmet: readonly Slot[];
}

export const cueOf = (at: number, still: Still, more: Partial<Cue> = {}): Cue => ({
  at,
  still,
  lasts: 0,
  flip: [0, 0],
  apart: 0,
  under: false,
  heard: null,
  ...more,
});

/** A table at rest. */
export const resting = (still: Still = BLANK, at = 0): Timeline => ({
  cues: [cueOf(at, still)],
  rests: [],
  waits: [],
  ends: at,
  faces: new Map(),
  unmet: [],
});

/** The index of the cue that is seen at a time: the last one that is not later. */
export function cueAt({ cues }: Timeline, t: number): number {
  let [low, high] = [0, cues.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (cues[middle]!.at <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The still at a time, and the one at the end. */
export const stillAt = (timeline: Timeline, t: number): Still => timeline.cues[cueAt(timeline, t)]!.still;
export const lastStill = (timeline: Timeline): Still => timeline.cues.at(-1)!.still;

/** When the last motion is over, also one that nothing waits for. */
export const quietAt = ({ cues, ends }: Timeline): number =>
  cues.reduce((latest, { at, lasts, flip }) => Math.max(latest, at + Math.max(lasts, flip[1])), ends);

/** When the last card that turns over from a time on shows its face; that time if none does. */
export const faceAt = ({ cues }: Timeline, from: number, reduced: boolean): number =>
  cues
    .filter((cue) => cue.at >= from && cue.flip[1] > 0)
    .reduce((latest, { at, lasts, flip }) => Math.max(latest, at + (reduced ? lasts : (flip[0] + flip[1]) / 2)), from);

/** The first wait after a time that has not been released. */
export const waitAfter = ({ waits }: Timeline, released: number): number =>
  waits.find((at) => at > released) ?? Infinity;

/** What a press does: the moment that it leads to, and whether what is left hurries and the next turn is wanted. */
export interface Press {
  to: number;
  goes: boolean;
}

/**
 * A press completes what flies, up to the next rest; within a rest it ends that. It never leads past a card that waits.
 * In the last rest, and after it, it asks for the next turn too.
 */
export function pressed(timeline: Timeline, t: number, released: number): Press {
  const wait = waitAfter(timeline, released);
  const stops = [...timeline.rests.filter((one) => one.to <= wait), { from: wait, to: wait }];
  const next = stops.find((one) => one.to > t || (one.from === one.to && one.from > t));
  if (next && Number.isFinite(next.to)) {
    if (t < next.from) return { to: next.from, goes: false };
    return { to: next.to, goes: !stops.some((one) => one.to > next.to && Number.isFinite(one.to)) };
  }
  return { to: t, goes: true };
}

/** The timeline with the cues of another message; what is over by `now` is forgotten. */
export function joined(timeline: Timeline, now: number, more: Timeline): Timeline {
  const kept = timeline.cues.slice(cueAt(timeline, now - LONGEST));
  return {
    cues: [...kept, ...more.cues],
    rests: [...timeline.rests.filter((one) => one.to >= now), ...more.rests],
    waits: [...timeline.waits.filter((at) => at >= now), ...more.waits],
    ends: more.ends,
    faces: more.faces,
    unmet: more.unmet,
  };
}

/** No motion lasts longer. */
const LONGEST = 2000;
