// The effects of a table's rules: requested once the rules have not changed for a moment, and again while they are
// measured.
import { Refusal } from "../api";
import type { Effects, EffectsSeen } from "../schema";

const CALM = 900;
const AGAIN = 2500;

export class Measuring {
  found = $state.raw<Effects | null>(null);
  state = $state<EffectsSeen["state"] | null>(null);
  #later: ReturnType<typeof setTimeout> | undefined;
  #wanted = "";

  constructor(readonly ask: (rules: string) => Promise<EffectsSeen>) {}

  /** The rules as JSON: their effects are requested. */
  of(rules: string, at_once: boolean): void {
    if (rules === this.#wanted) return;
    this.#wanted = rules;
    clearTimeout(this.#later);
    this.#later = setTimeout(() => void this.#now(rules), at_once ? 0 : CALM);
  }

  async #now(rules: string): Promise<void> {
    try {
      const seen = await this.ask(rules);
      if (rules !== this.#wanted) return;
      this.state = seen.state;
      if (seen.found) this.found = seen.found;
      if (seen.state === "done" || seen.state === "failed") return;
    } catch (error) {
      if (rules === this.#wanted && !(error instanceof Refusal && [429, 503].includes(error.status))) {
        this.state = "failed";
        return;
      }
    }
    if (rules === this.#wanted) this.#later = setTimeout(() => void this.#now(rules), AGAIN);
  }

  end(): void {
    this.#wanted = "";
    clearTimeout(this.#later);
  }
}
