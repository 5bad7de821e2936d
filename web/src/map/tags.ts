// The selection of army tags to draw: none covers another.

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

const meet = (a: Tag, b: Tag) => Math.abs(a.x - b.x) * 2 < a.w + b.w && Math.abs(a.y - b.y) * 2 < a.h + b.h;

/** The names of the tags that are drawn whole: the highest first, each where it meets none before it. */
export function fitting(tags: readonly Tag[]): ReadonlySet<string> {
  const drawn: Tag[] = [];
  for (const tag of [...tags].sort((a, b) => b.rank - a.rank))
    if (!drawn.some((one) => meet(one, tag))) drawn.push(tag);
  return new Set(drawn.map((one) => one.name));
}
