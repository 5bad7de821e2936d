// Labels of a line's points, each with a leader to its point: clear of the line, of each other and of what else stands
// there. Pure.
import type { Drawn } from "./labels";

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A label's place. Its leader runs down one of its sides, from its far edge to the point. */
export interface Placed extends Box {
  /** True if the label lies to the left of its leader. */
  before: boolean;
  /** True if it lies above the line. */
  above: boolean;
  leader: { x: number; from: number; to: number };
}

const SIDES = [
  [false, true],
  [false, false],
  [true, true],
  [true, false],
] as const;
const [GAP, STEP, MARGIN] = [10, 6, 4];

const meets = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width + MARGIN &&
  b.left < a.left + a.width + MARGIN &&
  a.top < b.top + b.height + MARGIN &&
  b.top < a.top + a.height + MARGIN;

const leaderBox = ({ leader }: Placed): Box => ({
  left: leader.x - 1,
  top: Math.min(leader.from, leader.to),
  width: 2,
  height: Math.abs(leader.to - leader.from),
});

/** The places of a label on one side of the point and of the line, the nearest first. */
function* places(point: Drawn, size: Box, line: readonly Drawn[], room: Box, before: boolean, above: boolean) {
  const left = before ? point.x - size.width : point.x;
  if (left < room.left || left + size.width > room.left + room.width) return;
  const along = line.filter((one) => one.x > left - 6 && one.x < left + size.width + 6);
  const [highest, lowest] = [room.top, room.top + room.height - size.height];
  const start = above
    ? Math.min(point.top, ...along.map((one) => one.top)) - GAP - size.height
    : Math.max(point.bottom, ...along.map((one) => one.bottom)) + GAP;
  for (let top = start; top >= highest && top <= lowest; top += above ? -STEP : STEP) {
    const leader = { x: point.x, from: above ? point.top : point.bottom, to: above ? top : top + size.height };
    yield { left, top, width: size.width, height: size.height, before, above, leader };
  }
}

/**
 * The places of labels of these sizes, within `room` and clear of `taken`; null for a label that has none. Earlier
 * points choose first, and a label spans no other point if it can: the line of that turn would cross it.
 */
export function placed(
  points: readonly Drawn[],
  sizes: readonly { width: number; height: number }[],
  line: readonly Drawn[],
  room: Box,
  taken: readonly Box[],
): (Placed | null)[] {
  const set: Placed[] = [];
  return points.map((point, i) => {
    const size = { left: 0, top: 0, ...sizes[i]! };
    const length = (one: Placed) => Math.abs(one.leader.to - one.leader.from);
    const isFree = (one: Placed) =>
      [...taken, ...set].every((other) => !meets(one, other) && !meets(leaderBox(one), other)) &&
      set.every((other) => !meets(one, leaderBox(other)));
    const spans = (one: Placed, x: number) => x > one.left - MARGIN && x < one.left + one.width + MARGIN;
    const isSingle = (one: Placed) => points.every((other) => other === point || !spans(one, other.x));
    const nearest = (may: (one: Placed) => boolean): Placed | null => {
      let best: Placed | null = null;
      for (const [before, above] of SIDES)
        for (const one of places(point, size, line, room, before, above))
          if (may(one)) {
            if (best === null || length(one) < length(best)) best = one;
            break;
          }
      return best;
    };
    const best = nearest((one) => isFree(one) && isSingle(one)) ?? nearest(isFree);
    if (best) set.push(best);
    return best;
  });
}
