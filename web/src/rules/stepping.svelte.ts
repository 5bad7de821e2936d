// An example on the table: jump to any of its steps, or play the next one.
import { Director } from "../table/director.svelte";
import type { Layout } from "../table/drawing";
import type { Drama, Question } from "../wire";
import type { Laid } from "./book";

export class Stepping {
  director = $state.raw<Director>() as Director;
  at = $state(0);
  playing = $state(false);

  constructor(
    readonly steps: readonly Laid[],
    readonly seats: number,
    readonly layout: Layout,
    readonly drama: Drama,
    readonly reduced: boolean,
    start = 0,
    /** The question that is open at a table; none where nobody answers. */
    readonly asks: (table: Laid) => Question | null = () => null,
    /** The seat of who looks on. */
    readonly me = 0,
  ) {
    this.to(start);
  }

  get last(): number {
    return this.steps.length - 1;
  }

  to(at: number): void {
    this.at = Math.min(this.last, Math.max(0, at));
    const made = new Director(this.seats, this.me, this.layout, { ...this.drama, suspense: false });
    made.reduced = this.reduced;
    made.holds = false;
    for (const table of this.steps.slice(0, this.at + 1)) made.lay(table.view, this.asks(table), table.events);
    this.director = made;
  }

  /** The next table, in motion. What is still in motion arrives at once. */
  on(): void {
    if (this.at >= this.last) return;
    this.director.finish();
    const table = this.steps[++this.at]!;
    this.director.receive({ seq: this.at, events: table.events, view: table.view, question: this.asks(table) });
  }

  /** From table to table, until somebody stops it. */
  async play(pause: number): Promise<void> {
    if (this.at >= this.last) this.to(0);
    this.playing = true;
    while (this.playing && this.at < this.last) {
      this.on();
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    this.playing = false;
  }
}
