// Positions on the table of a house: the front between it and the players, and each seat's chips.
import type { Spots } from "../film/chips";
import { arranged, low, scales, type Round, type Surface } from "../table/surface";

/** The height of the front. */
export const frontAt = ({ height }: Surface): number => Math.round(height * 0.49);

export interface Plan {
  /** The front, a seat's column, half of an open mouth's height, and the size of a chip. */
  y: number;
  wide: number;
  half: number;
  chip: number;
  /** Of each seat: the middle of its column, the height at which its result stands, and the places of its chips. */
  seats: readonly { x: number; result: number; spots: Spots }[];
}

/** Names stand so high above the foot of the table. */
const NAMES = 56;

export function planOf(surface: Surface, { anchors }: Round, phone: boolean): Plan {
  const y = frontAt(surface);
  const wide = surface.width / surface.seats;
  const small = phone || low(surface);
  const [chip, half] = small ? [40, 20] : [60, 26];
  const card = (arranged(surface).places["hand me"]?.w ?? 0) * scales(surface).card;
  const seats = anchors.map(({ x, y: at }) => {
    const top = at - card * 0.7;
    const name = { x: x - Math.min(card * 0.5, wide * 0.2), y: surface.height - NAMES - chip * 0.62 };
    // Clear of the mouth, also with a few chips on each other, and of the card.
    const under = { x, y: Math.min(y + half + chip * 0.5 + 8, Math.max(y + half, top - chip * 0.5)) };
    const house = { x: (x + surface.width / 2) / 2, y: y * 0.2 };
    return { x, result: (y + top) / 2, spots: { name, front: { x, y }, under, house, beside: chip * 0.64 } };
  });
  return { y, wide, half, chip, seats };
}

/** The mouth that opens before a seat, from edge to edge of its column. */
export function mouthPath(x: number, y: number, wide: number, half: number): string {
  const [left, right] = [x - wide / 2, x + wide / 2];
  const [bend, way] = [Math.min(14, wide * 0.1), Math.min(36, wide * 0.2)];
  const side = (h: number) =>
    `C${left + bend} ${y} ${left + bend} ${y + h} ${left + way} ${y + h}H${right - way}C${right - bend} ${y + h} ${right - bend} ${y} ${right} ${y}`;
  return `M${left} ${y}${side(-half)}M${left} ${y}${side(half)}`;
}

/** As few chips as make a sum, the largest lowest; half chips count as one more. */
export function chipsOf(sum: number): number[] {
  const found: number[] = [];
  let left = Math.ceil(sum);
  for (const value of [20, 10, 5, 1])
    while (left >= value && found.length < 6) [left] = [left - value, found.push(value)];
  return found;
}
