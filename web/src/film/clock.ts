// The one clock of a table: it asks the browser for frames while there is something to draw.

/** Where frames come from: the browser, or a test that steps them. */
export interface Frames {
  request: (tick: (now: number) => void) => number;
  cancel: (id: number) => void;
}

export const browserFrames: Frames = {
  request: (tick) => requestAnimationFrame(tick),
  cancel: (id) => cancelAnimationFrame(id),
};

/** No frame tells of more time than this: a page that lay in the background goes on where it was. */
const LONGEST_MS = 250;

export class Clock {
  #asked: number | null = null;
  #last: number | null = null;

  /** `tick` is told how many milliseconds have passed, and says whether it wants another frame. */
  constructor(
    readonly tick: (ms: number) => boolean,
    readonly frames: Frames = browserFrames,
  ) {}

  start(): void {
    this.#asked ??= this.frames.request((now) => this.#frame(now));
  }

  stop(): void {
    if (this.#asked !== null) this.frames.cancel(this.#asked);
    this.#asked = null;
    this.#last = null;
  }

  #frame(now: number): void {
    this.#asked = null;
    const ms = this.#last === null ? 0 : Math.min(LONGEST_MS, now - this.#last);
    this.#last = now;
    if (this.tick(ms)) this.start();
    else this.#last = null;
  }
}
