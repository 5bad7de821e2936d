// Nested battles as tables within the mouth of the front: where each strip and the inmost battle lie, and in that its
// cards, its words and its question. Words and cards never have the same place.
import type { Battle, Done } from "../film/still";
import type { Plate } from "./drawing";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A row of cards in pixels: the middle of its first one. */
export interface Row {
  x: number;
  y: number;
  w: number;
  step: number;
}

/** The inmost battle. All boxes are on the table. */
export interface Pit {
  box: Box;
  /** The front in it. */
  middle: number;
  far: Row;
  me: Row;
  /** Cards to choose from, and those that wait. */
  table: Row & { span: number };
  /** Its title and its clause; the stake; the question. */
  head: Box;
  stake: Box;
  ask: Box;
  /** The question stands beside my cards, or below a row that is too long for that. */
  beside: boolean;
}

export interface Nested {
  /** The outer battles that are told in a strip each, the outermost first; how many more lie around them. */
  strips: { box: Box; battle: Battle; index: number; stake: number }[];
  more: number;
  inner: Box;
  pit: Pit;
  /** Seats stand at the edges, out of the way; in pixels. */
  plates: { me: Plate; far: Plate };
  /** The front runs down the left edge, its fork around everything. */
  front: { top: number; bottom: number; now: number; steps: number; least: number; reach: number };
}

const VALUES: Record<string, number> = { A: 1, T: 10, J: 11, Q: 12, K: 13 };

/** The faces of a decided scenario as they add up to the number that was told: "12 + 1 + 6"; empty if they do not. */
export function added({ codes, number }: Done): string {
  const values = codes.map((code) => VALUES[code[0]!] ?? Number(code[0]));
  const sum = values.reduce((total, value) => total + value, 0);
  return values.length > 1 && sum === number ? values.join(" + ") : "";
}

/** The name of a battle as a title. */
export function titleOf({ about, event }: Battle): string {
  return (about?.title || String(event.title ?? "")).replace(/^./, (first) => first.toUpperCase());
}

/** True if three battles and their sum decide it. */
export function isClassic({ event }: Battle): boolean {
  return (event.scenarios as string[] | undefined)?.includes("classic_war") ?? false;
}

/** How many cards each side has in the inmost battle. */
export interface Laid {
  me: number;
  far: number;
}

/** A row shows of each card but the last at least so much of its width: its index. */
export const INDEX = 0.27;
/** From card to card where there is room, in widths. */
const STEP = 0.62;
/** A card leans by at most so much of its width beyond its place. */
const LEAN = 0.04;

/** A row of cards that begins at a left edge: they come closer, then get smaller, so that every index is free. */
export function rowed(n: number, most: number, left: number, y: number, span: number): Row {
  const w = Math.min(most, span / (1 + INDEX * Math.max(0, n - 1)));
  const step = n > 1 ? Math.min(STEP * w, (span - w) / (n - 1)) : STEP * w;
  return { x: left + w / 2, y, w, step };
}

/** Where a row's cards end on the right, below and above. */
export function extent(row: Row, n: number): Box {
  const high = row.w * (1.4 + 2 * LEAN);
  return {
    x: row.x - row.w * (0.5 + LEAN),
    y: row.y - high / 2,
    width: row.w * (1 + 2 * LEAN) + row.step * Math.max(0, n - 1),
    height: high,
  };
}

/** The inmost battle on a desk: cards to the left, words to the right of them. */
function onDesk(box: Box, laid: Laid, low: boolean): Pit {
  const far = Math.round(box.height * 0.34);
  const middle = box.y + far;
  const most = Math.min(108, (far - (low ? 14 : 26)) / 1.44);
  const left = box.x + (low ? 14 : 26);
  const several = Math.max(laid.me, laid.far) > 1;
  const span = several ? Math.max(most, Math.min(box.width * 0.34, 320)) : most;
  const column = left + span + (low ? 20 : 34);
  const right = box.x + box.width - 24;
  const top = box.y + (low || far < 175 ? 12 : 22);
  const stake = { x: right - 104, y: top, width: 104, height: Math.min(104, far - 16) };
  const ask = middle + (low ? 10 : 22);
  return {
    box,
    middle,
    far: rowed(laid.far, most, left, box.y + far / 2, span),
    me: rowed(laid.me, most, left, middle + far / 2 + (low ? 0 : 4), span),
    table: {
      ...rowed(1, low ? 60 : 79, column, box.y + box.height * (low ? 0.8 : 0.76), right - column),
      span: right - column,
    },
    head: { x: column, y: top, width: stake.x - column - 16, height: middle - top - 8 },
    stake,
    ask: { x: column, y: ask, width: right - column, height: box.y + box.height - ask - 14 },
    beside: true,
  };
}

/** On a phone: words above a row of cards, the question below mine. */
function onPhone(box: Box, laid: Laid): Pit {
  const small = box.height < 450;
  const far = Math.round(box.height * (small ? 0.46 : 0.4));
  const middle = box.y + far;
  const edge = small ? 12 : 16;
  const left = box.x + edge;
  const width = box.width - 2 * edge;
  const text = small ? (box.height < 340 ? 84 : 98) : 112;
  const high = far - text - 10;
  const span = width - 92;
  const most = Math.min(84, Math.max(24, high / 1.48));
  const row = rowed(laid.far, most, left, middle - 8 - (most * 1.44) / 2, span);
  const near = box.y + box.height - middle;
  const mine = Math.min(62, near * (small ? 0.19 : 0.2));
  const me = rowed(laid.me, mine, left, middle + 14 + (mine * 1.44) / 2, width);
  const table = Math.min(43, near * 0.18);
  return {
    box,
    middle,
    far: row,
    me,
    table: { ...rowed(1, table, left - 4, box.y + box.height - 26 - table * 0.7, width + 8), span: width + 8 },
    head: { x: left, y: box.y + (small ? 10 : 14), width, height: text - (small ? 12 : 16) },
    stake: { x: left + width - 84, y: middle - 58, width: 84, height: 50 },
    ask: { x: left, y: middle + 12, width, height: near - 20 },
    beside: extent(me, Math.max(1, laid.me)).width < width * 0.46,
  };
}

/** A letter of a title is about so wide, in its size; a title that is too long for its line gets smaller, down to this share. */
const LETTER = 0.6;
const SMALLEST = 0.62;

/** The size of a title in a width: in one line, or in two where that would be too small. */
export function sized(title: string, width: number, most: number): number {
  const longest = Math.max(...title.split(" ").map((word) => word.length));
  const line = width / (LETTER * title.length);
  const fits = line >= most * SMALLEST ? line : most * SMALLEST;
  return Math.round(Math.min(most, fits, width / (LETTER * longest)));
}

/** Deeper than this the outermost battles become one line. */
const STRIPS = 2;

export function pits(
  battles: readonly Battle[],
  width: number,
  height: number,
  phone: boolean,
  laid: Laid = { me: 1, far: 1 },
): Nested {
  const outer = battles.slice(0, -1);
  const low = height < 480 && !phone;
  const more = Math.max(0, outer.length - (low ? 0 : phone && height < 620 ? 1 : STRIPS));
  const shown = outer.slice(more);
  const [strip, inset, left] = phone ? [56, 8, 0] : [74, 15, Math.round(width * 0.124)];
  const [top, bottom] = phone ? [92, height - 34] : [low ? 54 : 66, height - 12];
  const line = more > 0 ? (phone ? 22 : 26) : 0;
  const box = (level: number): Box => ({
    x: left + inset * level,
    y: top + line + strip * level,
    width: width - (phone ? 0 : 3) - inset * level - (left + inset * level),
    height: bottom - inset * level - (top + line + strip * level),
  });
  const strips = shown.map((battle, i) => ({
    box: box(i),
    battle,
    index: more + i + 1,
    // A Diplomat leaves one card behind, for which the battle within is fought.
    stake: battle.done?.stake ?? Math.max(1, battles[more + i + 1]!.base),
  }));
  const last = box(shown.length);
  const inner =
    shown.length > 0
      ? last
      : { x: last.x + inset, y: last.y + inset, width: last.width - 2 * inset, height: last.height - 2 * inset };
  const now = phone ? 0 : Math.round(width * 0.054);
  const edge = (y: number): Plate => ({
    x: phone ? 16 : 14,
    y,
    align: "left",
    number: phone ? 22 : 44,
    name: phone ? "beside" : "below",
  });
  const plates = phone ? { far: edge(72), me: edge(height - 17) } : { far: edge(84), me: edge(height - 156) };
  return {
    strips,
    more,
    inner,
    pit: phone ? onPhone(inner, laid) : onDesk(inner, laid, low),
    plates,
    front: { top, bottom, now: Math.max(1, now), steps: 9, least: bottom - top, reach: phone ? 1 : width * 0.1 },
  };
}
