// The shape of the front on a table of two sides, in pixels: its course, and the mouth that a battle opens in it.
import { arranged, gapOf, mouthHigh, scales } from "../table/surface";
import type { FrontTarget, Laid } from "../film/scene";
import { level } from "./geometry";
import { middleOf, reached, within, type Held } from "./reached";

/** The arrangement's front on this table. */
export type Shape = NonNullable<ReturnType<typeof arranged>["front"]>;

/** At the end the course lies above what turned it, and below what is said unless it is clear of that: shares of the height. */
const END = { high: 0.157, low: 0.335, bottom: 0.764, phone: 0.714, lying: 0.45 };
/** A phone that lies is lower than this: what is said takes up the upper half of the whole width. */
export const LYING_PX = 480;
/** What is said at the end takes up so much of the table's width and height. */
const SAID = { width: 0.46, height: 0.41 };

/** The top and bottom of the course at the end; `reached` is how high it rises, as shares, turn by turn. */
export function endOf(
  reached: readonly number[],
  height: number,
  breakpoint: "desk" | "phone",
): { top: number; bottom: number } {
  if (breakpoint === "phone") return { top: END.low * height, bottom: END.phone * height };
  if (height < LYING_PX) return { top: END.lying * height, bottom: END.bottom * height };
  const under = reached.slice(0, Math.ceil(SAID.width * reached.length));
  const clear = level(Math.min(...under), END.high, END.bottom) > SAID.height;
  return { top: (clear ? END.high : END.low) * height, bottom: END.bottom * height };
}

/** The front as it is drawn; `seen` where it is on its way back over the whole game. */
export function shapeOf(
  { surface, nested, front: target }: Laid,
  seen: FrontTarget = target,
  end = { top: 0, bottom: 0 },
): Shape | null {
  const front = arranged(surface).front;
  if (!front) return null;
  const scale = scales(surface);
  if (nested && target.whole === 0) return { ...front, ...nested.front, bend: nested.front.reach };
  const between = (live: number, end: number) => live + (end - live) * seen.whole;
  return {
    ...front,
    now: seen.now * scale.x,
    steps: seen.steps,
    least: mouthHigh(surface),
    top: between(front.top * scale.y, end.top),
    bottom: between(front.bottom * scale.y, end.bottom),
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
