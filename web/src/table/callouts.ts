// The positions of callouts: next to their subject, and over nothing else.
import type { Callout } from "../schema";

export interface Point {
  x: number;
  y: number;
}
export interface Box extends Point {
  width: number;
  height: number;
}
/** A callout's box, and where its tail is, from its left edge; below what it is about, or above. */
export interface Placed extends Box {
  tail: number;
  below: boolean;
}

/** True if a line is true under these house rules. */
export const holds = ({ when = {} }: Callout, options: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(when).every(([option, values]) => (values as readonly unknown[]).includes(options[option]));

/** The tail, the gap between its tip and the thing, and the least distances from an edge and from other things. */
const [TAIL, GAP, EDGE, APART] = [11, 3, 8, 4];
/** Where along a callout its tail may be: in the middle first. */
const SHARES = [0.5, 0.3, 0.7, 0.12, 0.88];

const meet = (a: Box, b: Box) =>
  a.x < b.x + b.width + APART &&
  b.x < a.x + a.width + APART &&
  a.y < b.y + b.height + APART &&
  b.y < a.y + a.height + APART;

/** Return the first place beside one of the points that lies in the room and meets none of the others; null if none does. */
export function place(
  points: readonly Point[],
  { width, height }: { width: number; height: number },
  room: { width: number; height: number },
  others: readonly Box[],
): Placed | null {
  for (const point of points)
    for (const below of [false, true])
      for (const share of SHARES) {
        const x = Math.round(point.x - share * width);
        const y = Math.round(below ? point.y + TAIL + GAP : point.y - TAIL - GAP - height);
        const box = { x, y, width, height };
        const inside = x >= EDGE && y >= EDGE && x + width <= room.width - EDGE && y + height <= room.height - EDGE;
        if (inside && others.every((other) => !meet(box, other))) return { ...box, tail: share * width, below };
      }
  return null;
}

/** The elements that a callout may be about. The pages' parts name them with `data-place`, but for a few of their own. */
const OWN: Partial<Record<Callout["at"], string>> = {
  discard: '[data-pile="discard"]',
  answers: ".question .answers, .bar .go",
};
/** What a callout never covers. */
const LEGIBLE =
  ".sprite, .number, .plate, .around, .known, .note, .display, .count, .who, .question, .gauge, .effect, .disc, .goal, " +
  "header a, header button, header b, p, .slot, .laid, .points, .loupe, .fight, .roll, .end, .tools, .inset, .top, .bet, .gained, .sum";

/** So many points of a line are tried. */
const ALONG = 14;

const within = (felt: DOMRect, { x, y, width, height }: DOMRect): Box => ({
  x: x - felt.x,
  y: y - felt.y,
  width,
  height,
});

/** The points beside which a callout about an element may stand. */
function pointsOf(element: Element, felt: DOMRect): Point[] {
  const matrix = element instanceof SVGPathElement && element.dataset.place ? element.getScreenCTM() : null;
  if (matrix && element instanceof SVGPathElement) {
    const length = element.getTotalLength();
    return Array.from({ length: ALONG }, (_, i) => {
      const { x, y } = element.getPointAtLength(((i + 1) / (ALONG + 1)) * length).matrixTransform(matrix);
      return { x: x - felt.x, y: y - felt.y };
    });
  }
  const { x, y, width, height } = within(felt, element.getBoundingClientRect());
  // What lies below the table, such as its buttons, is pointed at from its lower edge.
  return [
    { x: x + width / 2, y: Math.min(y, felt.height + GAP) },
    { x: x + width / 2, y: y + height },
  ];
}

export const shownAt = (at: Callout["at"]): NodeListOf<Element> =>
  document.querySelectorAll(OWN[at] ?? `[data-place="${at}"]`);

/** Place callouts by the page as it is drawn now; one that finds no place is left out. */
export function placeAll(felt: Element, wanted: readonly { key: number; at: Callout["at"]; element: HTMLElement }[]) {
  const frame = felt.getBoundingClientRect();
  const others = [...felt.querySelectorAll(LEGIBLE)]
    .filter((one) => !one.closest(".callout"))
    .map((one) => within(frame, one.getBoundingClientRect()))
    .filter((one) => one.width > 1 && one.height > 1);
  const placed = new Map<number, Placed>();
  for (const { key, at, element } of wanted) {
    const points = [...shownAt(at)].flatMap((one) => pointsOf(one, frame));
    const size = { width: element.offsetWidth, height: element.offsetHeight };
    const found = place(points, size, frame, [...others, ...placed.values()]);
    if (found) placed.set(key, found);
  }
  return placed;
}
