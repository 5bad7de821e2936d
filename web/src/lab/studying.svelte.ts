// Polls the results of a study, look by look, while it runs. Leaving the page tells the server.
import { Refusal } from "../api";
import type { EffectsSeen, Study, StudySeen } from "../schema";

const OFTEN = 700;
const SELDOM = 5000;
const GOES_ON: readonly StudySeen["state"][] = ["waiting", "compiling", "playing", "asking"];

export interface Asks {
  study: (question: Study) => Promise<StudySeen>;
  stopStudy: (study: string) => Promise<void>;
  /** The known effects of a game's options, where somebody knows them. */
  effects?: (rules: string) => Promise<EffectsSeen>;
}

export class Studying {
  seen = $state.raw<StudySeen | null>(null);
  /** The reason for an error. */
  trouble = $state<string | null>(null);
  #later: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(readonly asks: Asks) {}

  get running(): boolean {
    return this.seen !== null && GOES_ON.includes(this.seen.state);
  }

  /** Ask a question: its known result is shown; with `begin` the study starts. */
  ask(question: Study): void {
    this.leave();
    this.seen = null;
    this.trouble = null;
    void this.#again(question, ++this.#asked);
  }

  async #again(question: Study, asked: number): Promise<void> {
    let wait = OFTEN;
    try {
      const seen = await this.asks.study(question);
      // A visitor who has left meanwhile does not want the study they started.
      if (asked !== this.#asked) return void (question.begin && this.asks.stopStudy(seen.study).catch(() => {}));
      this.seen = seen;
      this.trouble = null;
      if (!GOES_ON.includes(seen.state)) return;
    } catch (error) {
      if (asked !== this.#asked) return;
      this.trouble = error instanceof Refusal ? error.message : String(error);
      if (!this.running) return;
      wait = SELDOM;
    }
    this.#later = setTimeout(() => void this.#again({ ...question, begin: false }, asked), wait);
  }

  /** Stops what runs; what it has found stays. */
  leave(): void {
    this.#asked++;
    clearTimeout(this.#later);
    if (!this.running || !this.seen) return;
    this.asks.stopStudy(this.seen.study).catch(() => {});
    this.seen = { ...this.seen, state: "stopped" };
  }
}
