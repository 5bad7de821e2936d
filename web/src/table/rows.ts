// The cards of one place: a stack, a fan, or a row that closes up, shrinks or opens.
import type { Place } from "./drawing";
import type { Slot } from "./tableau";

export interface Sprite {
  slot: Slot;
  pile: string;
  x: number;
  y: number;
  w: number;
  /** Degrees. */
  turn: number;
  z: number;
  /** It lies under others of a stack and is not drawn. */
  buried: boolean;
  /** Of the top of a stack: how many cards lie in it. */
  stack: number;
}

/** The first of two where both say the same. */
export function unmoved<T extends Sprite>(before: T, after: T): T {
  for (const key in after) if (before[key] !== after[key]) return after;
  return before;
}

/** Cards that lie together, and their place. */
export interface Group {
  /** What its place is called in a layout. */
  key: string;
  pile: string;
  slots: readonly Slot[];
  place: Place;
}

const SHOWN_OF_STACK = 2;
/** A hand laid down is never quite straight. */
const LEANS = [-1.2, 0.8, 1.6, -0.6, 1.1, -1.5];

export function lay({ pile, slots, place }: Group, z: number, x: number, y: number, card: number): Sprite[] {
  const w = place.w * card;
  const spread = place.spread ?? "stack";
  if (spread === "stack") {
    return slots.map((slot, i) => ({
      slot,
      pile,
      x: place.x * x,
      y: place.y * y,
      w,
      turn: 0,
      z: z + slots.length - i,
      buried: i >= SHOWN_OF_STACK,
      stack: i === 0 ? slots.length : 0,
    }));
  }
  if (place.lines) return lined({ pile, slots, place, lines: place.lines }, z, x, y, card);
  const fitted = place.straight ? fit(place, slots.length) : readable(place, slots);
  const offsets = along(slots, fitted);
  const length = offsets.at(-1) ?? 0;
  const start = place.centred ? -length / 2 : place.straight ? 0 : (fitted.w - place.w) / 2;
  return slots.map((slot, i) => ({
    slot,
    pile,
    x: place.x * x + (start + offsets[i]!) * card,
    y: place.y * y + (spread === "fan" ? arc(i, slots.length) * card : 0),
    w: fitted.w * card,
    turn: spread === "fan" ? (i - (slots.length - 1) / 2) * 2.4 : place.straight ? 0 : LEANS[i % LEANS.length]!,
    z: z + i,
    buried: false,
    stack: 0,
  }));
}

/** Of a card that another one covers at least so much of its width is free: its index. */
const INDEX = 0.22;
/** The cards of a row that has closed up get smaller, so that every index is free. */
function readable(place: Place, slots: readonly Slot[]): Place {
  const { w, span } = place;
  if (span === undefined || place.fresh) return place;
  const offsets = along(slots, { ...place, span: undefined });
  const length = offsets.at(-1) ?? 0;
  const gaps = offsets.slice(1).flatMap((offset, i) => (slots[i]!.code === null ? [] : [offset - offsets[i]!]));
  if (length <= span - w || gaps.length === 0) return place;
  const gap = Math.min(...gaps);
  return { ...place, w: Math.min(w, (span * gap) / (INDEX * length + gap)) };
}

/** Cards to choose from get smaller, down to this, before they cover each other. */
const SMALLEST = 0.66;
/** From card to card where a finger is to choose among small ones, in units of the frame. */
const FINGER = 62;
function fit(place: Place, count: number): Place {
  const step = place.step ?? place.w * 1.2;
  const share = Math.max(SMALLEST, Math.min(1, (place.span ?? Infinity) / (place.w + step * (count - 1))));
  // Where there is room to spare a finger finds each.
  const room = count > 1 && step > place.w ? ((place.span ?? 0) - place.w * share) / (count - 1) : 0;
  return { ...place, w: place.w * share, step: Math.max(step * share, Math.min(FINGER, room)) };
}

/** Between cards in two lines, in pixels. */
const BETWEEN = 7;
/** From card to card at most, in widths. */
const WIDEST = 1.3;
/** Cards in two lines; a few are in one, in the middle. */
function lined(
  { pile, slots, place, lines }: Omit<Group, "key"> & { lines: NonNullable<Place["lines"]> },
  z: number,
  x: number,
  y: number,
  card: number,
): Sprite[] {
  const each = Math.max(lines.of, Math.ceil(slots.length / 2));
  const span = (place.span ?? 0) * x;
  const w = Math.max(0, Math.min(place.w * card, (span - BETWEEN * (each - 1)) / each)); // none until the page is measured
  const step = Math.min((span - w) / (each - 1), WIDEST * w);
  const left = (place.x - place.w / 2) * x + w / 2;
  const top = place.y * y + (slots.length > each ? 0 : (lines.apart / 2) * card);
  return slots.map((slot, i) => ({
    slot,
    pile,
    x: left + (i % each) * step,
    y: top + Math.floor(i / each) * lines.apart * card,
    w,
    turn: 0,
    z: z + i,
    buried: false,
    stack: 0,
  }));
}

function arc(i: number, count: number): number {
  return Math.abs(i - (count - 1) / 2) ** 2 * 1.6;
}

/** Where the cards of a row begin, from its first: face-down neighbours closer; no wider than the span. */
export function along(
  slots: readonly Pick<Slot, "code">[],
  { w, step = w * 1.2, tight = step, span, fresh = 0 }: Place,
): number[] {
  const offsets = [0];
  for (let i = 1; i < slots.length; i++) {
    const together = slots[i]!.code === null && slots[i - 1]!.code === null;
    offsets.push(offsets[i - 1]! + (together ? tight : step));
  }
  const length = offsets.at(-1)!;
  const room = span === undefined ? Infinity : span - w;
  if (length <= room) return offsets.slice(0, slots.length);
  // The gaps before this card close up; those after it stay, if there is room for them.
  const from = Math.max(0, slots.length - 1 - fresh);
  const stays = length - offsets[from]! < room ? length - offsets[from]! : 0;
  const [closes, scale] = [length - stays, (room - stays) / (length - stays)];
  return offsets.map((offset) => Math.min(offset, closes) * scale + Math.max(0, offset - closes));
}
