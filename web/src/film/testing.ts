// Helpers of the film's tests: a game of War of two sides, event by event, and a clock that a test steps.
import type { GameEvent, Step, View } from "../wire";
import type { Frames } from "./clock";

export const LAYOUT = { counts: { piles: ["deck"] }, bySeat: ["pot"] };
/** What War stages, with the empty lists that the wire has as well. */
export const WAR = {
  battle: ["war"],
  reason: [],
  settled: [],
  interlude: [],
  ring: [],
  cited: ["war"],
  suspense: true,
};

export const up = (seat: number, card: string): GameEvent => ({
  kind: "turn_up",
  seat,
  card,
  from: `deck ${seat}`,
  to: "pot",
  text: `${seat} turns up ${card}.`,
});
export const down = (seat: number): GameEvent => ({
  kind: "lay_face_down",
  seat,
  card: "??",
  from: `deck ${seat}`,
  to: "pot",
});
export const takes = (seat: number): GameEvent[] => [
  { kind: "shuffle", from: "pot", to: `deck ${seat}` },
  { kind: "win", seat, text: `${seat} takes the pot.` },
];
/** The table between two turns, with so many of the 52 cards in my deck. */
export const view = (turns: number, mine: number): View => ({
  seat: 0,
  turns,
  over: false,
  state: {},
  told: {},
  shares: [],
  piles: { "deck 0": { count: mine }, "deck 1": { count: 52 - mine }, pot: { count: 0, cards: [] } },
});

/** A clock that a test steps. */
export class Stepped implements Frames {
  #asked: ((now: number) => void) | null = null;
  now = 0;
  request(tick: (now: number) => void): number {
    this.#asked = tick;
    return 1;
  }
  cancel(): void {
    this.#asked = null;
  }
  /** Lets time pass, a frame each 16 ms. */
  run(ms: number): void {
    for (const end = this.now + ms; this.now < end;) this.step(16);
  }
  /** A frame after so long. */
  step(ms: number): void {
    this.now += ms;
    const tick = this.#asked;
    this.#asked = null;
    tick?.(this.now);
  }
}

/** A plain turn of War that I win. */
export const PLAIN: Step = {
  seq: 1,
  question: null,
  view: view(1, 27),
  events: [up(0, "KS"), up(1, "QH"), ...takes(0)],
};
/** A war that I win, after it. */
export const WON: Step = {
  seq: 2,
  question: null,
  view: view(2, 32),
  events: [up(0, "TS"), up(1, "TH"), { kind: "war" }, down(0), down(1), up(0, "6S"), up(1, "5H"), ...takes(0)],
};
