// Playing on to the next milestone or to the end: the turns on the way come many at a time, and few of them are drawn.
import type { Director } from "../table/director.svelte";
import { reaches, stopsAt, type Until } from "../table/until";
import type { GameEvent, Milestone, Step } from "../wire";

/** Between two commands to play on; after many of them longer, because the server takes only so many a second. */
const [BREATH, LONG_BREATH, MANY] = [5, 130, 40];
/** On the way the table is drawn so often: a slow phone would do nothing else. */
const GLIMPSE = 120;

/** The table that plays on. */
interface Played {
  director: () => Director | null;
  milestone: () => Milestone | null;
  /** Nobody else plays: turns that nobody sees may be left out. */
  alone: () => boolean;
  /** Asks the room for more turns. */
  go: (until: Goal) => void;
}

type Goal = Exclude<Until, "turn">;

export class PlayingOn {
  /** The destination; null where each turn is asked for by itself. */
  #goal: Goal | null = null;
  /** The number of commands on the way, and the last entry that the latest one brings. */
  #asks = 0;
  #last = 0;
  /** The time at which the table was drawn. */
  #seen = 0;
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly played: Played) {}

  /** Begins the way; the first command is the caller's. */
  begins(until: Until): void {
    this.#goal = until === "turn" ? null : until;
    this.#asks = 0;
  }

  /** The room has taken a command, which brings the entries up to this one. */
  promised(seq: number | null): void {
    this.#last = seq ?? 0;
  }

  /** A step has come. Returns true if it ends the game on the way to the end. */
  follows(step: Step): boolean {
    const finishes = this.#goal === "end" && step.view.over;
    if (this.#goal !== null && stopsAt(step, this.#goal, this.played.milestone())) this.#goal = null;
    return finishes;
  }

  /** A part of a turn has come, and has been told. */
  hearsPart(part: { events: GameEvent[] }): void {
    if (this.#goal === null) return;
    if (reaches(part, this.#goal, this.played.milestone())) this.#goal = null;
    else this.played.director()?.finish();
  }

  /** An entry on the way is not drawn if another comes at once: in the same answer, or before the next glimpse. */
  passes(seq: number): boolean {
    return (
      this.#goal !== null && (seq < this.#last || (this.played.alone() && performance.now() < this.#seen + GLIMPSE))
    );
  }

  /** Asks for more turns after the last one of an answer. */
  goesOn({ seq }: Step): void {
    if (this.#goal === null || seq < this.#last) return;
    if (!this.passes(seq)) {
      this.played.director()?.finish();
      requestAnimationFrame(() => (this.#seen = performance.now()));
    }
    clearTimeout(this.#later);
    const breath = ++this.#asks > MANY ? LONG_BREATH : BREATH;
    this.#later = setTimeout(() => this.#goal && this.played.go(this.#goal), breath);
  }

  /** Goes no further; what was not drawn is. */
  halt(): void {
    if (this.#goal !== null) this.played.director()?.finish();
    this.#goal = null;
  }

  /** The table is left. */
  close(): void {
    this.#goal = null;
  }
}
