// The law Legible on a scene at rest: its cards lie on the table, on no number and, in a battle, not in the mouth. Texts whose
// width a font decides are checked in the browser (tests/legible.test.mjs).
import { mouthOf, shapeOf } from "../front/shape";
import type { Plate } from "../table/drawing";
import { arranged, scales } from "../table/surface";
import { liesBetween } from "../table/tableau";
import type { Card, Scene } from "./scene";
import { shareOf, sharesOf, stakeOf, type Counting } from "./still";

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A card leans by less than this share of its width beyond its place. */
const LEAN = 0.03;
/** A digit of a seat's number, in its size. */
const DIGIT = { wide: 0.43, high: 0.72 };
/** A line that names a seat, with the gap to its number. */
const NAME = 34;
const RIGHT = 22;

/** What of a scene at rest cannot be read. */
export function* illegible(seen: Scene, counting: Counting): Iterable<string> {
  const { still, laid } = seen;
  const { surface } = laid;
  const cards = seen.cards.filter((card) => !card.target.buried);
  for (const card of cards) {
    const { left, top, right, bottom } = boxOf(card);
    const out = Math.max(-left, -top, right - surface.width, bottom - surface.height);
    if (out > LEAN * card.w) yield `${told(card)} is cut by ${out.toFixed(0)} px`;
  }
  const { plates } = arranged(surface);
  for (const seat of surface.layout.ground === "front" && !laid.nested ? [0, 1] : []) {
    const plate = seat === surface.me ? plates.me : plates.far;
    if (!plate || surface.seats > 2) continue;
    const number = numberOf(plate, shareOf(still, seat, counting), seen);
    for (const card of cards) if (meet(boxOf(card), number)) yield `${told(card)} lies on the number of seat ${seat}`;
  }
  const shape = shapeOf(laid);
  const battle = still.battles.at(-1);
  if (!shape || !battle?.named || laid.nested) return;
  const shares = sharesOf(still, surface.seats, counting);
  const [mine, theirs] = [shares[surface.me] ?? 0, shares[1 - surface.me] ?? 0];
  const held = { mine, theirs, whole: mine + theirs + stakeOf(still.lying) || 1 };
  const course = still.course.at(-1) ?? [1, 1];
  const share = course[1 - surface.me]! / (course[0]! + course[1]! || 1);
  const { middle, half } = mouthOf(shape, laid, { share, held, open: seen.front.wide, battle: true });
  const mouth = { left: shape.now, right: surface.width, top: middle - half, bottom: middle + half };
  // A pile that all play onto lies in it.
  const between = (pile: string) => liesBetween(pile) && !(surface.layout.aside && pile === "pot");
  for (const card of cards)
    if (between(card.target.pile) && meet(boxOf(card), mouth)) yield `${told(card)} lies in the mouth`;
}

const told = ({ code, target }: Card) => `${code ?? "a card"} of ${target.pile}`;

function boxOf({ x, y, w }: Card): Box {
  return { left: x - w / 2, top: y - w * 0.7, right: x + w / 2, bottom: y + w * 0.7 };
}

/** The digits of a plate's number. */
function numberOf({ x, y, align, number, name }: Plate, count: number, { laid: { surface } }: Scene): Box {
  const scale = scales(surface);
  const size = number * Math.min(1, scale.card * 1.06);
  const [wide, high] = [String(count).length * DIGIT.wide * size, DIGIT.high * size];
  const [at, line] = [x * scale.x, y * scale.y];
  if (name === "beside") {
    const right = surface.width - RIGHT;
    return { left: right - wide, right, top: line - high / 2, bottom: line + high / 2 };
  }
  const left = align === "right" ? at - wide : at;
  const top = align === "left" ? line + NAME : name === "below" ? line : line - high;
  return { left, top, right: left + wide, bottom: top + high };
}

const meet = (a: Box, b: Box) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
