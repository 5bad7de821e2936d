// The places for the name of a state: beside its army, in its own land or on free water rather than on a neighbour's.
import { boxOf, type Box, type MapState } from "./map";
import type { Tag } from "./tags";

/** A coast, whose state, and the box around it. */
export interface Land {
  name: string;
  ring: readonly number[];
  box: Box;
}

export const landsOf = (states: readonly Pick<MapState, "name" | "shape">[]): Land[] =>
  states.flatMap(({ name, shape }) => shape.map((ring) => ({ name, ring, box: boxOf([ring]) })));

/** The state whose land a place lies on; null on the sea. */
export function landAt(lands: readonly Land[], x: number, y: number): string | null {
  const isNear = (box: Box) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
  return lands.find(({ box, ring }) => isNear(box) && isInside(ring, x, y))?.name ?? null;
}

/** True if a line to the right of a place crosses the ring an odd number of times. */
function isInside(ring: readonly number[], x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, last = ring.length - 2; i < ring.length; last = i, i += 2) {
    const [ax, ay, bx, by] = [ring[i]!, ring[i + 1]!, ring[last]!, ring[last + 1]!];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** A name is looked at in so many columns and rows; so many of these places may lie on other land. */
const [COLUMNS, ROWS, SPILT] = [5, 3, 2];

/** True if a name lies on the land of other states, so that it could be theirs. */
export function isAbroad(tag: Tag, lands: readonly Land[]): boolean {
  let spilt = 0;
  for (let column = 0; column < COLUMNS; column++)
    for (let row = 0; row < ROWS; row++) {
      const x = tag.x + tag.w * ((column + 0.5) / COLUMNS - 0.5);
      const land = landAt(lands, x, tag.y + tag.h * ((row + 0.5) / ROWS - 0.5));
      if (land !== null && land !== tag.name) spilt++;
    }
  return spilt > SPILT;
}

/** The places around an army, the best first; `under`: from its middle to the middle of the row below it. */
export function around({ x, y, w }: Tag, name: Tag, under: number): Tag[] {
  const by = (w + name.w) / 2;
  const row = (aside: number, down: number) => ({ ...name, x: x + aside, y: y + down });
  const beside = [by / 2, -by / 2, by, -by].flatMap((aside) => [row(aside, under), row(aside, -under)]);
  return [row(0, under), row(0, -under), row(by, 0), row(-by, 0), ...beside];
}
