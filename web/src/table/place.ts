// From a tableau and a layout to where every card lies, in pixels. Pure, so that a table can be laid and tested.
import { leaves, sectors, type Point, type Sector } from "../front/geometry";
import type { PageFacts } from "../wire";
import type { Key } from "../words/catalogue";
import type { Pit, Row } from "./pits";
import { kindOf, seatOf, type Slot, type Tableau } from "./tableau";

export type Spread = "stack" | "row" | "fan";

/** A pile's place, in units of the arrangement's frame: the middle of its first card, and a card's width. */
export interface Place {
  x: number;
  y: number;
  w: number;
  spread?: Spread;
  /** From card to card; face-down neighbours lie closer. A row that would be wider than `span` closes up. */
  step?: number;
  tight?: number;
  span?: number;
  /** The row's middle lies at x, not its first card. */
  centred?: boolean;
  /** Cards of a row to choose from lie in line, and get smaller before they cover each other. */
  straight?: boolean;
  /** They keep their size and cover each other, but the chosen one: there the row opens. */
  opens?: boolean;
}

/** Where a seat's name and number stand. */
export interface Plate {
  x: number;
  y: number;
  align: "left" | "right" | "centre";
  /** The number's height; 0: no number. */
  number: number;
  /** The name stands above its number or below, or beside. */
  name: "above" | "below" | "beside";
}

/**
 * The places of one breakpoint. Keys are `KIND me` for the one who looks, `KIND far` for the other of two, `KIND seat`
 * relative to a seat's anchor where more sit, or a shared pile's name.
 */
export interface Arrangement {
  frame: readonly [width: number, height: number];
  /** My cards and those that all share are so much larger than the frame would have them. */
  grows?: number;
  places: Record<string, Place>;
  plates: { me: Plate; far?: Plate };
  /** Players side by side along the foot, against the house. */
  columns?: { left: number; right: number; y: number };
  /** Lanes on which points are laid: from x of 0 to x of the goal, between top and bottom. */
  lanes?: { from: number; to: number; goal: number; top: number; bottom: number };
  /** Around which the seats of a round table sit, and how far from it. */
  round?: { middle: Point; radius: number; reach: Point };
  /** The field's top and bottom for the front, and where its present is. */
  front?: {
    top: number;
    bottom: number;
    /** While a battle is fought, and between battles. */
    now: number;
    rest: number;
    /** To the right of its present the front bends, within so many units, to a height between these. */
    bend: number;
    level: readonly [top: number, bottom: number];
    steps: number;
    least: number;
    reach: number;
    tooth: number;
    spacing: number;
  };
}

export type Breakpoint = "desk" | "phone";

/** How a game's table is drawn. */
export interface Drawing {
  /** Shared piles whose cards lie before those who laid them. */
  bySeat: readonly string[];
  /** Kinds of piles whose cards are counted and named where they lie. */
  named?: Readonly<Record<string, Key>>;
  /** What is said in the mouth stands aside: a pile lies in it. */
  aside?: boolean;
  /** Battles nest: the mouth takes the whole table, the inmost battle is fought in full. */
  nests?: boolean;
  /** A hand is worth the cards of its best suit: that is shown beside it, suit by suit. */
  suits?: boolean;
  /** Kinds of piles that the ground itself draws. */
  apart?: readonly string[];
  desk: Arrangement;
  phone: Arrangement;
  /** Of a tablet held upright; without it the desk's is stretched. */
  tall?: Arrangement;
}

/** A drawing with the game's own facts. */
export interface Layout extends Drawing {
  ground: PageFacts["ground"];
  /** Piles that count for a side's share and number; or a counter of the state. */
  counts: ({ piles: readonly string[] } | { state: string }) & { unit?: number };
}

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

/** The seats' anchors around a round table, and their sectors. */
export interface Round {
  sectors: Sector[];
  middle: Point;
  radius: number;
  anchors: Point[];
}

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

/** Between the rows of two sides: where a mouth covers no card. */
export function gapOf(surface: Surface): { top: number; bottom: number } {
  const { places, front } = arranged(surface);
  const { y, card } = scales(surface);
  const [far, me] = [places["pot far"], places["pot me"]];
  if (!far || !me || !surface.layout.bySeat.includes("pot")) {
    return { top: (front?.top ?? 0) * y, bottom: (front?.bottom ?? 0) * y };
  }
  const [top, bottom] = [far.y * y + far.w * 0.7 * card, me.y * y - me.w * 0.7 * card];
  const clear = Math.max(0, Math.min(CLEAR, (bottom - top - (front?.least ?? 0) * y) / 2));
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
/** From the middle of a name to its cards, in pixels. */
const NAME = 12;
/** From the middle of a short name to what stands beside it. */
const BESIDE_NAME = 32;
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
const smaller = (surface: Surface): number =>
  Math.max(0.5, crowd(surface.seats) * (low(surface) ? 0.72 : 1)) / (arranged(surface).grows ?? 1);

interface Group {
  key: string;
  pile: string;
  slots: readonly Slot[];
  place: Place;
}

/** Every card's place. Piles without a place lie as small labelled stacks along the left edge. */
export function place(
  tableau: Tableau,
  surface: Surface,
): { sprites: Sprite[]; unplaced: { pile: string; x: number; y: number }[] } {
  const { x, y, card } = scales(surface);
  const around = round(surface);
  const groups: Group[] = [];
  const unplaced: { pile: string; x: number; y: number }[] = [];
  for (const [pile, slots] of tableau) {
    if (isApart(pile, surface)) continue;
    const away = surface.inner?.outside;
    const shown = away ? slots.filter((slot) => !away.has(slot.id)) : slots;
    if (shown.length < slots.length)
      groups.push({
        key: AWAY,
        pile,
        slots: slots.filter((slot) => away?.has(slot.id)),
        place: underStake(surface),
      });
    for (const group of split(pile, shown, surface)) {
      const found = within(group.key, group.seat, surface) ?? resolve(group.key, group.seat, surface, around);
      if (found)
        groups.push({
          key: group.key,
          pile,
          slots: inOrder(pile, found, group.slots, group.seat === surface.me),
          place: found,
        });
      else if (group.slots.length > 0) {
        const at = { pile, x: 30 * x, y: (110 + 76 * unplaced.length) * y };
        unplaced.push(at);
        groups.push({
          key: pile,
          pile,
          slots: group.slots,
          place: { x: 30, y: 110 + 76 * (unplaced.length - 1), w: 38 },
        });
      }
    }
  }
  const sprites = groups.flatMap((group, i) => {
    const counted = surface.inner && (group.key === AWAY || BESIDE.has(kindOf(group.pile)));
    return lay(group, i * 100, x, y, card).map((one) => (counted ? { ...one, buried: true } : one));
  });
  return { sprites, unplaced };
}

/** Cards that do not lie in the inmost battle. */
const AWAY = "away";

/** They are counted where the stake stands. */
function underStake(surface: Surface): Place {
  const { x, y, width, height } = surface.inner!.pit.stake;
  return { ...inFrame({ x: x + width * 0.7, y: y + height / 2 }, surface), w: 24 };
}

/** While battles take up the table, packets are counted only. */
const BESIDE = new Set(["deck", "won", "removed"]);

/** `KIND`, or `KIND seat` for those of all others. */
function isApart(pile: string, { layout, me }: Surface): boolean {
  const kind = kindOf(pile);
  const seat = seatOf(pile);
  return (
    (layout.apart?.includes(kind) || (seat !== null && seat !== me && layout.apart?.includes(`${kind} seat`))) ?? false
  );
}

/** A shared pile of the layout's `bySeat` falls into a group for each who laid cards in it. */
function split(
  pile: string,
  slots: readonly Slot[],
  surface: Surface,
): { key: string; seat: number | null; slots: readonly Slot[] }[] {
  const own = seatOf(pile);
  if (own !== null || !surface.layout.bySeat.includes(pile)) return [{ key: kindOf(pile), seat: own, slots }];
  const found = new Map<number, Slot[]>();
  for (const slot of slots) {
    const by = slot.by ?? slot.owner ?? surface.me;
    found.set(by, [...(found.get(by) ?? []), slot]);
  }
  return [...found].map(([seat, laid]) => ({ key: pile, seat, slots: laid }));
}

/** In a row what was laid first lies first; a hand already comes in that order. */
function inOrder(pile: string, { spread = "stack" }: Place, slots: readonly Slot[], mine: boolean): readonly Slot[] {
  // What I know of another's hand lies on top of what I do not.
  const known = spread === "row" ? 1 : -1;
  if (kindOf(pile) === "hand" && !mine)
    return [...slots].sort((a, b) => known * (Number(a.code !== null) - Number(b.code !== null)));
  return spread === "stack" || kindOf(pile) === "hand" ? slots : [...slots].reverse();
}

function resolve(key: string, seat: number | null, surface: Surface, around: Round | null): Place | null {
  const places = arranged(surface).places;
  if (key === "last" && !places[seat === surface.me ? "last me" : "last far"]) {
    const pot = resolve("pot", seat, surface, around);
    return pot && { ...pot, w: pot.w * PAST, step: pot.w * 0.42, tight: pot.w * 0.2 };
  }
  if (seat === null) return onDisc(places[key], surface, around);
  const me = places[`${key} me`];
  if (seat === surface.me && me)
    return arranged(surface).columns && around ? { ...me, ...inFrame(around.anchors[seat]!, surface) } : me;
  if (seat === surface.me) return null;
  const far = places[`${key} far`];
  if (far && surface.seats === 2) return far;
  const near = places[`${key} seat`];
  if (!near || !around) return null;
  const { card } = scales(surface);
  const anchor = around.anchors[seat]!;
  // Where many sit around a small table only the top of what each holds is seen: below his name, or where there is no height beside it.
  const piled = (surface.breakpoint === "phone" || low(surface)) && crowd(surface.seats) < 0.6 && near.spread === "row";
  const small = smaller(surface) * (piled ? 1.15 : 1);
  const w = near.w * small;
  // Beside it on the inner side, where others sit above and below.
  const sideways = Math.abs(anchor.x - around.middle.x) > 1.3 * Math.abs(anchor.y - around.middle.y);
  const inwards = low(surface) || anchor.x < around.middle.x ? 1 : -1;
  if (piled && (low(surface) || sideways))
    return {
      ...near,
      ...inFrame({ x: anchor.x + inwards * (BESIDE_NAME + (w / 2) * card), y: anchor.y }, surface),
      w,
      spread: "stack",
    };
  const under = NAME + w * 0.7 * card;
  const [right, down] =
    around.radius === 0 ? [0, 0] : piled ? [0, under] : [near.x * small * card, Math.max(near.y * small * card, under)];
  return {
    ...near,
    ...inFrame({ x: anchor.x + right, y: anchor.y + down }, surface),
    w,
    spread: piled ? "stack" : near.spread,
    step: near.step && near.step * small,
    tight: near.tight && near.tight * small,
    span: near.span && near.span * small,
  };
}

/** The last battle is smaller than it was. */
const PAST = 0.83;

/** Pixels in units of the frame. */
function inFrame(at: Point, surface: Surface): Point {
  const { x, y } = scales(surface);
  return { x: at.x / x, y: at.y / y };
}

/** What lies on the disc keeps to it, which grows as cards do and not as the table. */
function onDisc(place: Place | undefined, surface: Surface, around: Round | null): Place | null {
  const { round: placed } = arranged(surface);
  if (!place || !placed || !around) return place ?? null;
  const [right, down] = [place.x - placed.middle.x, place.y - placed.middle.y];
  if (Math.hypot(right, down) > placed.radius) return place;
  const { card } = scales(surface);
  return { ...place, ...inFrame({ x: around.middle.x + right * card, y: around.middle.y + down * card }, surface) };
}

/** Places in the inmost battle, in units of the frame. */
function within(key: string, seat: number | null, surface: Surface): Place | null {
  if (!surface.inner) return null;
  const { card } = scales(surface);
  const { pit, plates, lies } = surface.inner;
  const side = seat === surface.me ? "me" : "far";
  const units = ({ x, y, w, step }: Row): Place => {
    const each = step / card;
    return { ...inFrame({ x, y }, surface), w: w / card, spread: "row", step: each, tight: each };
  };
  if (ROWS.includes(key)) {
    const before = ROWS.slice(0, ROWS.indexOf(key)).reduce((sum, one) => sum + (lies[side][one] ?? 0), 0);
    const row = pit[side];
    return units({ ...row, x: row.x + before * row.step });
  }
  if (key === "table") {
    const { w, span } = pit.table;
    return { ...units({ ...pit.table, step: w + 7 }), straight: true, span: span / card };
  }
  if (key === "deck" || key === "won") {
    const { x, y, number } = plates[side];
    return { ...inFrame({ x: x + number * 0.6, y: y + number * 0.4 }, surface), w: 24 };
  }
  return null;
}

/** The first of two where both say the same. */
export function unmoved<T extends Sprite>(before: T, after: T): T {
  for (const key in after) if (before[key] !== after[key]) return after;
  return before;
}

const SHOWN_OF_STACK = 2;
/** A hand laid down is never quite straight. */
const LEANS = [-1.2, 0.8, 1.6, -0.6, 1.1, -1.5];

function lay({ pile, slots, place }: Group, z: number, x: number, y: number, card: number): Sprite[] {
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
  const fitted = place.opens ? ajar(place, slots.length, x / card) : place.straight ? fit(place, slots.length) : place;
  const offsets = along(slots, fitted);
  const length = offsets.at(-1) ?? 0;
  // An open row begins at the table's edge, however wide its cards are.
  const start = place.centred ? -length / 2 : place.opens ? (place.w / 2) * (1 - x / card) : 0;
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

/** A chosen card lies so free: in its widths, from where it begins to where the next one does. */
const FREE = 1.05;
/** The row's cards so close that there is room for it to open. */
function ajar(place: Place, count: number, wide: number): Place {
  const { w, step = w * FREE, span = Infinity } = place;
  return {
    ...place,
    step: Math.min(step, count > 2 ? (span * wide - (1 + FREE) * w) / (count - 2) : step),
    span: undefined,
  };
}

/** How far the cards of an open row lie aside, and from which on; null where none is chosen. */
export function opening(
  row: readonly Sprite[],
  chosen: (one: Sprite) => boolean,
): { after: number; by: number } | null {
  const at = row.findIndex(chosen);
  if (at < 0 || row.length < 2) return null;
  return { after: row[at]!.z, by: Math.max(0, row[0]!.w * FREE - (row[1]!.x - row[0]!.x)) };
}

function arc(i: number, count: number): number {
  return Math.abs(i - (count - 1) / 2) ** 2 * 1.6;
}

/** Where the cards of a row begin, from its first: face-down neighbours closer; no wider than the span. */
export function along(
  slots: readonly Pick<Slot, "code">[],
  { w, step = w * 1.2, tight = step, span }: Place,
): number[] {
  const offsets = [0];
  for (let i = 1; i < slots.length; i++) {
    const together = slots[i]!.code === null && slots[i - 1]!.code === null;
    offsets.push(offsets[i - 1]! + (together ? tight : step));
  }
  const length = offsets.at(-1)!;
  const room = span === undefined ? Infinity : span - w;
  return length > room ? offsets.map((offset) => (offset * room) / length) : offsets.slice(0, slots.length);
}
