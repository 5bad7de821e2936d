// The course of an attack's arrow on a map.

type Point = readonly [number, number];

export interface Arrow {
  line: string;
  head: string;
}

/** The arrow stays so many pixels away from the middle of the state that it points to; its head is so long and wide. */
const [GAP, LONG, WIDE] = [26, 15, 18];

/** One arrow, or two across the edge of a map of this width where that way is shorter. `unit`: map units for a pixel. */
export function arrows(from: Point, to: Point, width: number, unit: number): Arrow[] {
  const across = to[0] - from[0];
  if (Math.abs(across) <= width / 2) return [arrow(from, to, unit)];
  const by = across > 0 ? -width : width;
  return [arrow(from, [to[0] + by, to[1]], unit), arrow([from[0] - by, from[1]], to, unit)];
}

function arrow([ax, ay]: Point, [bx, by]: Point, unit: number): Arrow {
  const [qx, qy] = [(ax + bx) / 2 + (by - ay) * 0.25, (ay + by) / 2 - Math.abs(bx - ax) * 0.35];
  const away = Math.hypot(bx - qx, by - qy) || 1;
  const [dx, dy] = [(bx - qx) / away, (by - qy) / away];
  const at = (back: number, aside = 0) => [bx - dx * back - dy * aside, by - dy * back + dx * aside];
  const gap = Math.min(GAP * unit, away / 2);
  const [neck, tip] = [gap + LONG * unit, gap].map((back) => at(back));
  const [left, right] = [-1, 1].map((side) => at(gap + LONG * unit, (side * WIDE * unit) / 2));
  return {
    line: `M${ax} ${ay}Q${qx} ${qy} ${neck!.join(" ")}`,
    head: `M${tip!.join(" ")}L${left!.join(" ")}L${right!.join(" ")}Z`,
  };
}
