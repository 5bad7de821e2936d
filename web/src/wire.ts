// What a room says and hears. Provisional: these types are to be generated from the server's own.

export interface PileView {
  count: number;
  /** Top first (hands: in the order received); `??` for a card that this one does not know. */
  cards?: string[];
}

export interface View {
  seat: number | null;
  turns: number;
  over: boolean;
  piles: Record<string, PileView>;
  state: Record<string, number>;
}

export interface GameEvent {
  kind: string;
  seat?: number;
  card?: string;
  from?: string;
  to?: string;
  depth?: number;
  /** The event as a sentence; empty if it is not worth one. */
  text?: string;
  [own: string]: unknown;
}

export interface Part {
  verb: string;
  cards?: string[];
  seat?: number;
  states?: string[];
  pile?: string;
  number?: number;
  label?: string;
}

export interface Question {
  seat: number | null;
  question: string;
  text?: string;
  choices?: string[];
  /** The choices taken apart, in the same order. */
  parts?: Part[];
  usual?: string;
}

export interface SeatInfo {
  seat: number;
  kind: "person" | "bot" | "open";
  name: string;
  level?: string;
  colour?: string;
  here?: boolean;
}

export interface Room {
  room: string;
  state: "waiting" | "playing" | "over" | "stopped";
  game: string;
  preset: string;
  options: Record<string, unknown>;
  seats: SeatInfo[];
  clock?: { choice?: number } | null;
  pace?: number;
  host?: string;
  commitment?: string;
  seq: number;
}

/** One entry of a room's log. */
export interface Step {
  type?: "step";
  seq: number;
  events: GameEvent[];
  view: View;
  question: Question | null;
  clock?: unknown;
  undo?: boolean;
}

export interface TableMessage {
  type: "table";
  room: Room;
  you: number | null;
  seq: number;
  view: View;
  question: Question | null;
  clock?: unknown;
  undo?: boolean;
  /** The events of the running turn, so that a table met in its midst can be laid as it came. */
  events?: GameEvent[];
}

export interface PresetInfo {
  name: string;
  help: string;
  seats: number;
  options: Record<string, unknown>;
}

export interface OptionSchema {
  title?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  type?: string;
  minimum?: number;
  maximum?: number;
}

export interface GameInfo {
  game: string;
  title: string;
  summary: string;
  version: number;
  seats: [fewest: number, most: number];
  presets: PresetInfo[];
  preset: string;
  options: { properties: Record<string, OptionSchema> };
  levels: string[];
  questions: Record<string, string> | string[];
  piles: string[];
  events: string[];
}
