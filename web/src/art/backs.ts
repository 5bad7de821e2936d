// Backs: rows of three down, one up; below 58 px the mark once. A face-down card wears its holder's colour.
import { CARD, mix, SIDES } from "../look/tokens";
import { mark } from "./suits";

export const ROWS_FROM_PX = 58;

/** Draw the back of this seat (null: of a stock) at a width, in a box of 100 x 140. */
export function back(seat: number | null, width: number): string {
  const key = `${seat === null ? "" : seat % SIDES.length} ${width < ROWS_FROM_PX}`;
  const known = drawn.get(key) ?? draw(seat, width);
  drawn.set(key, known);
  return known;
}

/** Two pictures for each side are all there are. */
const drawn = new Map<string, string>();

function draw(seat: number | null, width: number): string {
  const ground = seat === null ? CARD.stock : `var(--back-${seat % SIDES.length})`;
  const paler = (share: number) =>
    seat === null ? mix(ground, "#FFFFFF", share) : `color-mix(in srgb, #FFFFFF ${share * 100}%, ${ground})`;
  const frame = width < ROWS_FROM_PX ? 6 : 4.6;
  const field = `<rect x="${frame}" y="${frame}" width="${100 - 2 * frame}" height="${140 - 2 * frame}" rx="${width < ROWS_FROM_PX ? 3 : 4.5}" fill="${ground}"/>`;
  if (width < ROWS_FROM_PX) return field + mark(50, 72, 60, paler(seat === null ? 0.4 : 0.55));
  return field + rows(paler(seat === null ? 0.3 : 0.36));
}

const LEFT = 4.6;
const RIGHT = 95.4;
const PERIOD = 31;

function rows(tooth: string): string {
  let down = "";
  let up = "";
  for (let row = 0; row < 9; row++) {
    const y = 13 + row * 14.6;
    down += `M${LEFT} ${y}H${RIGHT}v1.4H${LEFT}Z`;
    const start = (row % 2 ? -10 : 5.5) - PERIOD;
    for (let x = start; x < RIGHT; x += PERIOD) {
      for (const one of [8.5, 16, 23.5]) down += triangle(x + one, y + 1, 3.7, 6.2);
      up += triangle(x + 31, y + 0.6, 3.3, -5.8);
    }
  }
  return `<path d="${down}" fill="${tooth}"/><path d="${up}" fill="#FBFAF5"/>`;
}

/** A tooth on a row, cut off where the frame begins. */
function triangle(x: number, y: number, half: number, height: number): string {
  if (x + half <= LEFT || x - half >= RIGHT) return "";
  const cut = (at: number) => Math.min(RIGHT, Math.max(LEFT, at));
  const top = (at: number) => y + height * (1 - Math.abs(at - x) / half);
  const [from, to] = [cut(x - half), cut(x + half)];
  const tip = x >= from && x <= to ? `L${r(x)} ${r(y + height)}` : "";
  return `M${r(from)} ${r(y)}L${r(from)} ${r(top(from))}${tip}L${r(to)} ${r(top(to))}L${r(to)} ${r(y)}Z`;
}

const r = (value: number) => Math.round(value * 100) / 100;
