// An example on the table: any moment laid at once, the next one played in its time.
import { Director } from "../table/director.svelte";
import type { Layout } from "../table/place";
import { moments, type Moment, type Played } from "./book";

export class Stepping {
  director = $state.raw<Director>() as Director;
  at = $state(0);
  playing = $state(false);
  readonly moments: readonly Moment[];
  #busy: Promise<void> | null = null;

  constructor(
    readonly steps: readonly Played[],
    readonly seats: number,
    readonly counts: Layout["counts"],
    readonly reduced: boolean,
    start = 0,
  ) {
    this.moments = moments(steps);
    this.to(start);
  }

  /** Lays the table as it is at a moment. */
  to(at: number): void {
    this.at = Math.min(this.moments.length - 1, Math.max(0, at));
    const made = new Director(this.seats, 0, this.counts, false);
    made.reduced = this.reduced;
    made.holds = false;
    const moment = this.moments[this.at]!;
    for (let step = 0; step < moment.step; step++) {
      const { view, events } = this.steps[step]!;
      made.lay(view, null, events);
    }
    const { view, events } = this.steps[moment.step]!;
    if (moment.events === events.length) made.lay(view, null, events);
    else made.amid({ seq: moment.step, events, view, question: null }, moment.events);
    this.director = made;
  }

  /** The next moment, in motion. Input in the midst of it has it arrive at once. */
  async on(): Promise<void> {
    if (this.#busy) {
      this.director.finish();
      await this.#busy;
    }
    if (this.at >= this.moments.length - 1) return;
    this.#busy = this.#play(this.moments[this.at]!, this.moments[++this.at]!);
    await this.#busy;
    this.#busy = null;
  }

  async #play(from: Moment, to: Moment): Promise<void> {
    const { events, view } = this.steps[to.step]!;
    const director = this.director;
    for (let i = from.step === to.step ? from.events : 0; i < to.events; i++) {
      await director.event({ seq: to.step, events, view, question: null }, i);
      if (this.director !== director) return;
    }
    if (to.events === events.length) director.lay(view, null);
  }
}
