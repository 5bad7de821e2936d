// Labels next to the line of a course: clear of the marks along it and of each other. Pure.

/** The space of a chart's line at a turn: the line itself, and the highest and lowest points drawn there. */
export interface Drawn {
  x: number;
  y: number;
  top: number;
  bottom: number;
}

/** A label's place: its left and upper edge. */
export interface Placed {
  left: number;
  top: number;
}

const STEP = 6;
const CLEAR = 8;

/** A label may stand this far from its mast. */
const ASIDE = 40;

/** Where a label of this width may begin beside a point, best first; all of it lies between two edges. */
export function leftsOf(x: number, wide: number, { from, to }: { from: number; to: number }): number[] {
  const wanted = [x, x - wide, x + ASIDE, x - wide - ASIDE].filter((left) => left >= from && left + wide <= to);
  return wanted.length > 0 ? wanted : [Math.max(from, Math.min(x, to) - wide)];
}

/**
 * The places of the labels of a line's points: on what is drawn along them or on each other lies none where the room has
 * a free place, and each is the one nearest to its point. `lefts` is where a label may begin, best first; where nothing is
 * free, it stands at the lower edge of the room.
 */
export function labelled(
  points: readonly { lefts: readonly number[]; x: number; y: number }[],
  line: readonly Drawn[],
  size: { width: number; height: number },
  room: { top: number; bottom: number },
): Placed[] {
  const set: Placed[] = [];
  const meets = ({ left, top }: Placed, one: Placed) =>
    Math.abs(one.left - left) < size.width && Math.abs(one.top - top) < size.height;
  const crossed = ({ left, top }: Placed) =>
    line.some((one, i) => {
      const next = line[i + 1] ?? one;
      const beside = next.x < left - CLEAR || one.x > left + size.width + CLEAR;
      // From turn to turn the line has every height between the two.
      const [high, low] = [Math.min(one.top, next.y), Math.max(one.bottom, next.y)];
      return !beside && low > top - CLEAR && high < top + size.height + CLEAR;
    });
  for (const { lefts, x, y } of points) {
    const far = ({ left, top }: Placed) =>
      Math.abs(top + size.height / 2 - y) + Math.max(0, left - x, x - left - size.width);
    const places = lefts.flatMap((left) => {
      const found: Placed[] = [];
      for (let top = room.top; top <= room.bottom - size.height; top += STEP) found.push({ left, top });
      return found;
    });
    const free = places.filter((one) => !set.some((other) => meets(one, other)) && !crossed(one));
    const nearest = free.reduce<Placed | null>((best, one) => (!best || far(one) < far(best) ? one : best), null);
    set.push(nearest ?? lowest(lefts[0]!));
  }
  return set;

  function lowest(left: number): Placed {
    const at = { left, top: room.bottom - size.height };
    while (set.some((one) => meets(at, one))) at.top -= STEP;
    return at;
  }
}
