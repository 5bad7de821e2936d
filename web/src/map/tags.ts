// The selection of army tags to draw: none covers another.
import type { Box } from "./map";

export interface Tag {
  name: string;
  /** Its middle, and its size. */
  x: number;
  y: number;
  w: number;
  h: number;
  /** Tags of a higher rank are drawn rather than those of a lower one. */
  rank: number;
}

/** True if two tags lie on each other. */
export const meet = (a: Tag, b: Tag): boolean =>
  Math.abs(a.x - b.x) * 2 < a.w + b.w && Math.abs(a.y - b.y) * 2 < a.h + b.h;

const [ROUNDS, HAIR] = [40, 0.01];

/** The tags with those that meet moved apart by the shorter way, each at most so far from its place, and away from
 * those that stand `still`. */
export function parted<One extends Tag>(tags: readonly One[], most: number, still: readonly Tag[] = []): One[] {
  const found = tags.map((one) => ({ ...one }));
  const held = (now: number, place: number) => Math.min(place + most, Math.max(place - most, now));
  for (let round = 0, meets = true; round < ROUNDS && meets; round++) {
    meets = false;
    for (const [i, a] of found.entries()) {
      for (const b of still) if (meet(a, b)) Object.assign(a, aside(a, b, tags[i]!, most));
      for (const [j, b] of found.entries()) {
        if (j <= i || !meet(a, b)) continue;
        meets = true;
        const [x, y] = [(a.w + b.w) / 2 - Math.abs(a.x - b.x), (a.h + b.h) / 2 - Math.abs(a.y - b.y)];
        const [axis, by] = x <= y ? (["x", x] as const) : (["y", y] as const);
        const half = ((by + HAIR) / 2) * (a[axis] <= b[axis] ? -1 : 1);
        a[axis] = held(a[axis] + half, tags[i]![axis]);
        b[axis] = held(b[axis] - half, tags[j]![axis]);
      }
    }
  }
  return found;
}

/** Beside a tag that stands still: the nearest such place that is no further from the tag's own than it may be. */
function aside({ x, y, w, h }: Tag, still: Tag, place: Tag, most: number): { x: number; y: number } {
  const [wide, high] = [(w + still.w) / 2 + HAIR, (h + still.h) / 2 + HAIR];
  const away = (one: { x: number; y: number }) => Math.hypot(one.x - place.x, one.y - place.y);
  const [nearest] = [
    { x: still.x - wide, y },
    { x: still.x + wide, y },
    { x, y: still.y - high },
    { x, y: still.y + high },
  ]
    .filter((one) => Math.max(Math.abs(one.x - place.x), Math.abs(one.y - place.y)) <= most)
    .sort((one, other) => away(one) - away(other));
  return nearest ?? { x, y };
}

/** A name with its places, the best first. One that has to be read may cover plates: `least` has those that it keeps
 * off, first the longest list of them; a name without lists may be left out. */
export interface Named {
  places: readonly Tag[];
  least?: readonly (readonly Tag[])[];
}

/** The places where names are written: of each name the first that meets no plate and no other name, the highest rank
 * first. A name without such a place is left out, or covers what it may. */
export function written(names: readonly Named[], plates: readonly Tag[]): ReadonlyMap<string, Tag> {
  const found: Tag[] = [];
  const rank = ({ places }: Named) => places[0]?.rank ?? 0;
  for (const { places, least = [] } of [...names].sort((a, b) => rank(b) - rank(a))) {
    const off = (others: readonly Tag[]) =>
      places.find((one) => ![...others, ...found].some((other) => meet(one, other)));
    const place = [plates, ...least].map(off).find((one) => one !== undefined);
    if (place) found.push(place);
  }
  return new Map(found.map((one) => [one.name, one]));
}

/** A name moved along its row into what is seen, by half its width at most so that it stays at its army; null where that
 * is not enough. */
export function inSight(tag: Tag, seen: Box): Tag | null {
  const x = Math.min(seen.x + seen.width - tag.w / 2, Math.max(seen.x + tag.w / 2, tag.x));
  const fits = tag.y - tag.h / 2 >= seen.y && tag.y + tag.h / 2 <= seen.y + seen.height;
  return fits && Math.abs(x - tag.x) <= tag.w / 2 ? { ...tag, x } : null;
}

/** True if a tag lies on a box. */
export const over = ({ x, y, w, h }: Pick<Tag, "x" | "y" | "w" | "h">, box: Box): boolean =>
  Math.abs(2 * (x - box.x) - box.width) < w + box.width && Math.abs(2 * (y - box.y) - box.height) < h + box.height;

/** The names of the tags that are drawn whole: the highest first, each where it meets none before it. */
export function fitting(tags: readonly Tag[]): ReadonlySet<string> {
  const drawn: Tag[] = [];
  for (const tag of [...tags].sort((a, b) => b.rank - a.rank))
    if (!drawn.some((one) => meet(one, tag))) drawn.push(tag);
  return new Set(drawn.map((one) => one.name));
}
