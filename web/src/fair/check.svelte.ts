// The check of one room's deal as the table shows it. The checks themselves (witness.ts) load when they are needed.
import type { FromRoom } from "../wire";
import { t } from "../words/words.svelte";
import { dealOf, remember } from "./deals";
import type { Wrong } from "./witness";

export class DealCheck {
  /** The reason why the deal does not fit what this browser has seen. */
  unfair = $state<string | null>(null);
  /** The seats whose parts of the chance did not come in time, until the next entry. */
  late = $state.raw<readonly number[]>([]);
  readonly #code: string;
  /** The deal has been checked, or does not fit. */
  #done = false;

  constructor(code: string) {
    this.#code = code;
  }

  /** Checks what a message says of the deal, if this browser has a part in it. */
  hear(message: FromRoom): void {
    if ("room" in message) remember(message.room);
    const deal = this.#done ? undefined : dealOf(this.#code);
    if (deal?.wrong) this.unfair = t(`unfair.${deal.wrong as Wrong}`);
    else if (
      deal?.part &&
      ("room" in message ? message.room.settled !== deal.settled : "view" in message && !deal.settled)
    )
      this.#attend(message).catch(() => {}); // the server is away: with the next message
  }

  async #attend(message: FromRoom): Promise<void> {
    const { attend } = await import("./witness");
    const found = await attend(this.#code, message);
    this.#done = found.wrong !== null || !!dealOf(this.#code)?.settled;
    this.unfair = found.wrong && t(`unfair.${found.wrong}`);
    this.late = found.late;
  }
}
