// The drawing of a game's table: the place of each pile, seat and front as data, in units of a frame.
import type { Point } from "../front/geometry";
import type { PageFacts } from "../wire";
import type { Key } from "../words/catalogue";

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
  /** Of a row that closes up the last so many gaps stay as they are: what counts are the cards laid last. */
  fresh?: number;
  /** The row's middle lies at x, not its first card. */
  centred?: boolean;
  /** Cards of a row to choose from lie in line, and get smaller before they cover each other. */
  straight?: boolean;
  /** They lie in two lines of at least so many, so far apart; of more cards each is smaller, and none is covered. */
  lines?: { of: number; apart: number };
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
  /** Lanes on which points are laid: from x of 0 to x of the goal (the usual one), between top and bottom. */
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
  /** The pile that everybody plays onto: its count grows with it, and a line tells which card takes it, from its top card
   * and the counters of the game. */
  taken?: {
    pile: string;
    by: (top: string, state: Readonly<Record<string, number>>) => { key: Key; values: Record<string, string> };
  };
  /** A seat's stack of this kind leans more and more as it holds more than its part, to so many degrees for all. */
  leans?: { kind: string; most: number };
  /** What is said in the mouth stands aside, and on the disc is left out: a pile lies in it. */
  aside?: boolean;
  /** Battles nest: the mouth takes the whole table, the inmost battle is fought in full. */
  nests?: boolean;
  /** A hand is worth the cards of its best suit: that is shown beside it, suit by suit. */
  suits?: boolean;
  /** An open pile whose cards are listed where its top card is looked up. */
  listed?: string;
  /** Kinds of piles that the ground itself draws. */
  apart?: readonly string[];
  desk: Arrangement;
  phone: Arrangement;
  /** Of a tablet held upright; without it the desk's is stretched. */
  tall?: Arrangement;
  /** Instead of these, in a game in which only some house rules give the players a hand. */
  hands?: Pick<Drawing, "desk" | "phone" | "tall">;
}

/** A drawing with the game's own facts. */
export interface Layout extends Drawing {
  ground: PageFacts["ground"];
  /** Piles that count for a side's share and number; or a counter of the state. */
  counts: ({ piles: readonly string[] } | { state: string }) & { unit?: number };
}
