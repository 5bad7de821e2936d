// Polls a result that the server computes in the background until it is done.
import { Refusal } from "../api";

const OFTEN = 700;
const SELDOM = 4000;

export class Asking<Answer extends { state: string }> {
  answer = $state.raw<Answer | null>(null);
  /** The reason for an error. */
  trouble = $state<string | null>(null);
  /** True if the answer was there at the first request. */
  known = $state(false);
  #later: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(readonly ask: () => Promise<Answer>) {
    void this.#again(true, 0);
  }

  async #again(first: boolean, tries: number): Promise<void> {
    try {
      const found = await this.ask();
      if (this.#ended) return;
      this.answer = found;
      this.trouble = null;
      if (first) this.known = found.state === "done";
      if (found.state === "done" || found.state === "failed") return;
    } catch (error) {
      if (this.#ended) return;
      this.trouble = error instanceof Refusal ? error.message : String(error);
      if (error instanceof Refusal && ![429, 503].includes(error.status)) return;
    }
    this.#later = setTimeout(() => void this.#again(false, tries + 1), tries < 30 ? OFTEN : SELDOM);
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#later);
  }
}
