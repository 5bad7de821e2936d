// The shape of the front on a table of two sides, in pixels: its course, and the mouth that a battle opens in it.
import { arranged, gapOf, scales } from "../table/surface";
import type { Laid } from "../film/scene";
import { level } from "./geometry";
import { middleOf, reached, within, type Held } from "./reached";

/** The arrangement's front on this table. */
export type Shape = NonNullable<ReturnType<typeof arranged>["front"]>;

/** The mouth of a battle is lower where there is little height, but never less than this share of what it is. */
const MOUTH = 0.66;
/** At the end the course lies between what is said above it and below, as shares of the height. */
const END = { top: 0.335, bottom: 0.68, least: 0 };

export function shapeOf({ surface, nested, front: seen }: Laid, ended: boolean): Shape | null {
  const front = arranged(surface).front;
  if (!front) return null;
  const { height } = surface;
  const scale = scales(surface);
  if (nested) return { ...front, ...nested.front, bend: nested.front.reach };
  const drawn = { ...front, now: seen.now * scale.x, steps: seen.steps };
  if (ended) return { ...drawn, ...END, top: height * END.top, bottom: height * END.bottom };
  return {
    ...drawn,
    least: front.least * Math.min(1, Math.max(MOUTH, scale.y * 1.2)),
    top: front.top * scale.y,
    bottom: front.bottom * scale.y,
  };
}

interface Now {
  /** The far side's share with which the turn began. */
  share: number;
  held: Held;
  /** How open the mouth is, 0 to 1. */
  open: number;
  battle: boolean;
}

/** Where the mouth lies: between the rows of cards; closed, the front keeps off the numbers. */
export function mouthOf(
  shape: Shape,
  { surface, nested }: Laid,
  { share, held, open, battle }: Now,
): { middle: number; half: number } {
  const half = (open * shape.least) / 2;
  if (nested) return { middle: (shape.top + shape.bottom) / 2, half };
  if (battle) return { middle: middleOf(reached(share, held), shape, gapOf(surface)), half };
  const { y } = scales(surface);
  const [top, bottom] = shape.level.map((at) => at * y) as [number, number];
  return { middle: within(level(share, shape.top, shape.bottom), { top, bottom }), half };
}
