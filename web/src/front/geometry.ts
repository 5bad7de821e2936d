// The front: the border of the sides' grounds. Pure functions of shares; Front.svelte draws their results.

export interface Point {
  x: number;
  y: number;
}

/** A cubic between two points. */
export interface Piece {
  from: Point;
  c1: Point;
  c2: Point;
  to: Point;
}

/** A place on a front: `angle` is its course there in degrees, 0 to the right. */
export interface Tooth extends Point {
  angle: number;
  /** 0: the near side advances here, 1: the far side. */
  of: 0 | 1;
}

/** Return the front's position: `far` is the far side's share, 0 to 1; its own margins keep it off the edges. */
export function level(far: number, top: number, bottom: number): number {
  return top + Math.min(1, Math.max(0, far)) * (bottom - top);
}

/**
 * The course of the last `steps` values of a history of the far side's shares, ending at `now` (x of the present);
 * one more lies to the left of the edge, for the way of a turn. One value alone is a level line.
 */
export function course(history: readonly number[], steps: number, now: number, top: number, bottom: number): Point[] {
  const shown = history.slice(-steps - 2);
  if (shown.length === 0)
    return [
      { x: 0, y: level(0.5, top, bottom) },
      { x: now, y: level(0.5, top, bottom) },
    ];
  const width = now / steps;
  const points = shown.map((far, i) => ({ x: now - (shown.length - 1 - i) * width, y: level(far, top, bottom) }));
  const first = points[0]!;
  return first.x > -width / 2 ? [{ x: -width, y: first.y }, ...points] : points;
}

/**
 * Points of a course in groups of neighbours at least `least` pixels wide together; the last point is a group of its own.
 * A group is of a power of two of turns and begins at a multiple of it, so that few change while the course is squeezed:
 * `first` is the turn of the first point.
 */
function grouped(points: readonly Point[], first: number, least: number): Point[][] {
  const width = points.length > 1 ? points.at(-1)!.x - points.at(-2)!.x : least;
  const turns = 2 ** Math.max(0, Math.ceil(Math.log2(least / Math.max(width, 1e-3))));
  if (turns === 1) return points.map((point) => [point]);
  const found: Point[][] = [];
  points.slice(0, -1).forEach((point, i) => {
    if (i === 0 || (first + i) % turns === 0) found.push([point]);
    else found.at(-1)!.push(point);
  });
  return [...found, points.slice(-1)];
}

/** A course with the highest and the lowest point of each group of neighbours: a long game costs no more than a short one. */
export function thinned(points: readonly Point[], first: number, least: number): Point[] {
  return grouped(points, first, least).flatMap((group) => {
    let [high, low] = [group[0]!, group[0]!];
    for (const one of group) {
      if (one.y < high.y) high = one;
      if (one.y > low.y) low = one;
    }
    return high === low ? [high] : high.x < low.x ? [high, low] : [low, high];
  });
}

/** A course through the mean of each group of neighbours, between its own ends. */
export function smoothed(points: readonly Point[], first: number, least: number): Point[] {
  const means = grouped(points, first, least).map((group) => ({
    x: group.reduce((sum, one) => sum + one.x, 0) / group.length,
    y: group.reduce((sum, one) => sum + one.y, 0) / group.length,
  }));
  return means.length > 1 ? [points[0]!, ...means.slice(1)] : means;
}

/** A monotone cubic through points in order of x: it never rises above or sinks below two neighbours. */
export function monotone(points: readonly Point[]): Piece[] {
  const n = points.length;
  if (n < 2) return [];
  const slope = (i: number) => (points[i + 1]!.y - points[i]!.y) / (points[i + 1]!.x - points[i]!.x || 1e-9);
  const tangents = points.map((_, i) => {
    if (i === 0) return slope(0);
    if (i === n - 1) return slope(n - 2);
    const [before, after] = [slope(i - 1), slope(i)];
    if (before * after <= 0) return 0;
    return (2 * before * after) / (before + after);
  });
  return points.slice(0, -1).map((from, i) => {
    const to = points[i + 1]!;
    const third = (to.x - from.x) / 3;
    return {
      from,
      c1: { x: from.x + third, y: from.y + third * tangents[i]! },
      c2: { x: to.x - third, y: to.y - third * tangents[i + 1]! },
      to,
    };
  });
}

const fixed = (value: number) => Math.round(value * 10) / 10;
const at = (point: Point) => `${fixed(point.x)} ${fixed(point.y)}`;

/** The pieces as an SVG path; `start` false goes on from where the pen is. */
export function path(pieces: readonly Piece[], start = true): string {
  if (pieces.length === 0) return "";
  const begin = start ? `M${at(pieces[0]!.from)}` : "";
  return begin + pieces.map((one) => `C${at(one.c1)} ${at(one.c2)} ${at(one.to)}`).join("");
}

function on(piece: Piece, t: number): Point {
  const [a, b, c, d] = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t ** 3];
  return {
    x: a * piece.from.x + b * piece.c1.x + c * piece.c2.x + d * piece.to.x,
    y: a * piece.from.y + b * piece.c1.y + c * piece.c2.y + d * piece.to.y,
  };
}

const STRAIGHTS = 12;
/** So flat is level: pixels of height over a tooth's neighbourhood. */
const LEVEL = 0.35;

/**
 * Teeth every `spacing` pixels along the pieces. Where the front rises (up the page) the near side advances and its
 * teeth point up; where it falls the far side's point down; on the level both by turns. `of` set: all of that side.
 */
export function teeth(pieces: readonly Piece[], spacing: number, of?: 0 | 1): Tooth[] {
  const found: Tooth[] = [];
  let walked = 0;
  let next = spacing / 2;
  let last = pieces[0]?.from;
  for (const piece of pieces) {
    for (let i = 1; i <= STRAIGHTS; i++) {
      const here = on(piece, i / STRAIGHTS);
      const [dx, dy] = [here.x - last!.x, here.y - last!.y];
      const length = Math.hypot(dx, dy);
      while (length > 0 && walked + length >= next) {
        const share = (next - walked) / length;
        const turns = found.length % 2 === 0 ? 0 : 1;
        const leans = dy < -LEVEL ? 0 : dy > LEVEL ? 1 : turns;
        found.push({
          x: last!.x + dx * share,
          y: last!.y + dy * share,
          angle: (Math.atan2(dy, dx) * 180) / Math.PI,
          of: of ?? leans,
        });
        next += spacing;
      }
      walked += length;
      last = here;
    }
  }
  return found;
}

/** A straight line as a piece, for teeth along the borders of sectors and lanes. */
export function straight(from: Point, to: Point): Piece {
  const part = (share: number) => ({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
  return { from, c1: part(1 / 3), c2: part(2 / 3), to };
}

export interface Fork {
  upper: Piece[];
  lower: Piece[];
}

/** The stake: the far side's share if the near side wins, and if it loses. */
export interface Stake {
  won: number;
  lost: number;
}

/** The mouth: the height of its middle, and half its opening. */
export interface Mouth {
  middle: number;
  half: number;
}

/** The front from `now` on: it forks around the mouth; closed, both branches bend to the same level line. */
export function forked(now: Point, { middle, half }: Mouth, right: number, reach: number): Fork {
  const branch = (y: number): Piece[] => {
    const bend = { x: now.x + reach, y };
    const out = { from: now, c1: { x: now.x + reach * 0.42, y: now.y }, c2: { x: now.x + reach * 0.5, y }, to: bend };
    return bend.x < right ? [out, straight(bend, { x: right, y })] : [out];
  };
  return { upper: branch(middle - half), lower: branch(middle + half) };
}

/** The ground between the branches. */
export function mouth({ upper, lower }: Fork): string {
  const back = [...lower].reverse().map(({ from, c1, c2, to }) => ({ from: to, c1: c2, c2: c1, to: from }));
  return `${path(upper)}L${at(lower.at(-1)!.to)}${path(back, false)}Z`;
}

/** A player's ground on a round table: from and to are degrees, 0 to the right, 90 down the page. */
export interface Sector {
  seat: number;
  from: number;
  to: number;
  middle: number;
}

/**
 * The grounds of two or more seats around the disc. Mine lies at the foot and spans 96 + 144 * share degrees, but
 * leaves 40 to each of the others where it has more than its even share; of the rest half is fixed (more where five or six sit, or their names would
 * meet) and the remainder goes by share. The others follow clockwise.
 */
export function sectors(shares: readonly number[], me: number): Sector[] {
  const n = shares.length;
  const sum = shares.reduce((all, one) => all + one, 0) || 1;
  const share = (seat: number) => (shares[seat]! < 0 ? 0 : shares[seat]!) / sum;
  const most = Math.max(96 + 144 / n, Math.min(240, 360 - 40 * (n - 1)));
  const mine = n === 1 ? 360 : Math.min(96 + 144 * share(me), most);
  const fixed = n < 5 ? 0.5 : n < 6 ? 0.75 : 1;
  const rest = 360 - mine;
  const others = Array.from({ length: n - 1 }, (_, i) => (me + 1 + i) % n);
  const theirs = others.reduce((all, seat) => all + share(seat), 0);
  let from = 90 + mine / 2;
  const found: Sector[] = [{ seat: me, from: 90 - mine / 2, to: from, middle: 90 }];
  for (const seat of others) {
    const byShare = theirs > 0 ? share(seat) / theirs : 1 / others.length;
    const span = rest * (fixed / others.length + (1 - fixed) * byShare);
    found.push({ seat, from, to: from + span, middle: from + span / 2 });
    from += span;
  }
  return found;
}

/** Return the point at which a ray from `middle` at `degrees` leaves a box of this size. */
export function leaves(middle: Point, degrees: number, width: number, height: number): Point {
  const [dx, dy] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const tx = dx > 1e-9 ? (width - middle.x) / dx : dx < -1e-9 ? -middle.x / dx : Infinity;
  const ty = dy > 1e-9 ? (height - middle.y) / dy : dy < -1e-9 ? -middle.y / dy : Infinity;
  const t = Math.min(tx, ty);
  return { x: middle.x + dx * t, y: middle.y + dy * t };
}

/** A sector as an SVG polygon out of the box: its middle, its first edge, the corners between, its second edge. */
export function sectorPath(sector: Sector, middle: Point, width: number, height: number): string {
  const corners = [
    { x: width, y: height },
    { x: 0, y: height },
    { x: 0, y: 0 },
    { x: width, y: 0 },
  ]
    .map((point) => ({
      point,
      angle: turnFrom(sector.from, (Math.atan2(point.y - middle.y, point.x - middle.x) * 180) / Math.PI),
    }))
    .filter(({ angle }) => angle > 0 && angle < sector.to - sector.from)
    .sort((a, b) => a.angle - b.angle)
    .map(({ point }) => point);
  const edge = [leaves(middle, sector.from, width, height), ...corners, leaves(middle, sector.to, width, height)];
  return `M${at(middle)}` + edge.map((point) => `L${at(point)}`).join("") + "Z";
}

function turnFrom(start: number, degrees: number): number {
  return (((degrees - start) % 360) + 360) % 360;
}

/** Shares of several sides over time as bands laid on each other, the first lowest: SVG paths, one a side, in steps. */
export function strata(history: readonly (readonly number[])[], width: number, height: number): string[] {
  const sides = history[0]?.length ?? 0;
  const step = width / Math.max(1, history.length);
  const sums = history.map((row) => row.reduce((all, one) => all + one, 0) || 1);
  const edge = (upTo: number, i: number) =>
    fixed(height - (height * history[i]!.slice(0, upTo).reduce((all, one) => all + one, 0)) / sums[i]!);
  return Array.from({ length: sides }, (_, side) => {
    const upper = history.map(
      (_, i) => `L${fixed(i * step)} ${edge(side + 1, i)}L${fixed((i + 1) * step)} ${edge(side + 1, i)}`,
    );
    const lower = history
      .map((_, i) => `L${fixed((i + 1) * step)} ${edge(side, i)}L${fixed(i * step)} ${edge(side, i)}`)
      .reverse();
    return "M" + upper.join("").slice(1) + lower.join("") + "Z";
  });
}
