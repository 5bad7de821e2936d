// A table at a size: the layout's places, the scale of its frame, and the seats around a round table.
import { leaves, sectors, type Point, type Sector } from "../front/geometry";
import type { Arrangement, Breakpoint, Layout, Plate } from "./drawing";
import type { Pit } from "./pits";

/** Where a card lies, and how wide it is. */
export interface Spot {
  x: number;
  y: number;
  w: number;
}

/** What a table is laid on: its layout at a size, who sits at it, and what takes room on it. */
export interface Surface {
  layout: Layout;
  breakpoint: Breakpoint;
  width: number;
  height: number;
  me: number;
  seats: number;
  shares: readonly number[];
  /** Where the seats stand instead, in pixels, while the table is taken up by battles. */
  plates?: { me: Plate; far: Plate };
  /** The inmost of nested battles: only what was laid in it is seen, in its rows; all else lies under the stake. */
  inner?: { pit: Pit; plates: { me: Plate; far: Plate }; outside: ReadonlySet<number>; lies: Lies } | null;
}

/** How many cards of each kind of pile each side has in a battle; in a row they follow each other in this order. */
export type Lies = Record<"me" | "far", Record<string, number>>;
export const ROWS: readonly string[] = ["pot", "field", "hand"];

/** From a row of cards to the mouth of a battle, in units of the frame. */
const CLEAR = 50;

/** The mouth of a battle is lower where there is little height, but never less than this share of what it is. */
const MOUTH = 0.66;
export function mouthHigh(surface: Surface): number {
  return (arranged(surface).front?.least ?? 0) * Math.min(1, Math.max(MOUTH, scales(surface).y * 1.2));
}

/** Between the rows of two sides: where a mouth covers no card. */
export function gapOf(surface: Surface): { top: number; bottom: number } {
  const { places, front } = arranged(surface);
  const { y, card } = scales(surface);
  // Where all play onto one pot, a battle is fought in the fields.
  const row = surface.layout.bySeat.includes("pot") ? "pot" : "field";
  const [far, me] = [places[`${row} far`], places[`${row} me`]];
  if (!far || !me) {
    return { top: (front?.top ?? 0) * y, bottom: (front?.bottom ?? 0) * y };
  }
  const [top, bottom] = [far.y * y + far.w * 0.7 * card, me.y * y - me.w * 0.7 * card];
  const clear = Math.max(0, Math.min(CLEAR, (bottom - top - mouthHigh(surface)) / 2));
  return { top: top + clear, bottom: bottom - clear };
}

/** The places that hold on this table. */
export const arranged = ({
  layout,
  breakpoint,
  width,
  height,
}: Pick<Surface, "layout" | "breakpoint" | "width" | "height">): Arrangement =>
  breakpoint === "desk" && height > width && layout.tall ? layout.tall : layout[breakpoint];

/** How the frame's units fall on this table: positions stretch with it, cards keep their form. */
export function scales(surface: Surface): { x: number; y: number; card: number } {
  const {
    frame: [w, h],
    grows = 1,
  } = arranged(surface);
  const [x, y] = [surface.width / w, surface.height / h];
  return { x, y, card: Math.min(x, y) * grows };
}

/** Pixels in units of the frame. */
export function inFrame(at: Point, surface: Surface): Point {
  const { x, y } = scales(surface);
  return { x: at.x / x, y: at.y / y };
}

/** The seats' anchors around a round table, and their sectors. */
export interface Round {
  sectors: Sector[];
  middle: Point;
  radius: number;
  anchors: Point[];
}

export function round(surface: Surface): Round | null {
  const { width, height, me, shares } = surface;
  const { round: placed, columns, places } = arranged(surface);
  if (columns) {
    const { x, y, card } = scales(surface);
    const wide = ((columns.right - columns.left) * x) / surface.seats;
    // Above the names that stand at the foot.
    const lowest = height - FOOT - (places["hand me"]?.w ?? 0) * 0.7 * card;
    const anchors = Array.from({ length: surface.seats }, (_, seat) => ({
      x: columns.left * x + wide * (seat + 0.5),
      y: Math.min(columns.y * y, lowest),
    }));
    return { sectors: [], middle: { x: width / 2, y: height / 2 }, radius: 0, anchors };
  }
  if (!placed) return null;
  const { x, y, card } = scales(surface);
  const middle = { x: placed.middle.x * x, y: placed.middle.y * y + sunk(surface) };
  const found = sectors(shares, me);
  const anchors: Point[] = [];
  for (const one of found) {
    const angle = (one.middle * Math.PI) / 180;
    const [dx, dy] = [Math.cos(angle) * placed.reach.x * x, Math.sin(angle) * placed.reach.y * y];
    const edge = leaves(middle, one.middle, width, height);
    const most = Math.hypot(edge.x - middle.x, edge.y - middle.y);
    const share = Math.min(1, most / (Math.hypot(dx, dy) || 1));
    const rise = RISE * smaller(surface) * card;
    anchors[one.seat] = { x: middle.x + dx * share, y: Math.max(HEAD, middle.y + dy * share - rise) };
  }
  return { sectors: found, middle, radius: placed.radius * card, anchors };
}

/** Nobody sits under the head of the table. */
const HEAD = 76;
/** A seat's name stands so far above the middle of what is its own, in units of the frame. */
const RISE = 30;
/** Names in columns take up so much at the foot. */
const FOOT = 80;
/** Where there is little height the disc lies so much lower, clear of those who sit above it: on a phone lying down, on a small one. */
const SUNK = 18;
const SUNK_SMALL = 8;
const sunk = (surface: Surface): number =>
  low(surface) ? SUNK : surface.breakpoint === "phone" && surface.height < 560 ? SUNK_SMALL : 0;

/** A phone lying down. */
export const low = ({ breakpoint, height }: Surface): boolean => breakpoint === "desk" && height < 480;

/** Cards of others shrink where many sit. */
export function crowd(seats: number): number {
  return seats <= 5 ? 1 : seats <= 8 ? 0.72 : 0.5;
}

/** Cards of others where they sit: never so small that nothing is seen of them. */
export const smaller = (surface: Surface): number =>
  Math.max(0.5, crowd(surface.seats) * (low(surface) ? 0.72 : 1)) / (arranged(surface).grows ?? 1);
