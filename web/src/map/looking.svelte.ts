// The card of my hand that is told about: while it is pointed at or has the focus, or until something else is pressed.

/** What is left for a moment only is still told about, so that a mouse may cross a gap. */
const LEAVES_MS = 400;

export class Looking {
  /** The card, or the bomb; null: none. */
  at = $state<string | null>(null);
  #leaves: ReturnType<typeof setTimeout> | undefined;

  look(card: string): void {
    clearTimeout(this.#leaves);
    this.at = card;
  }

  /** The mouse or the focus has left it. */
  leave(): void {
    clearTimeout(this.#leaves);
    this.#leaves = setTimeout(() => (this.at = null), LEAVES_MS);
  }

  /** Something is pressed: outside these cards nothing is told about any longer. */
  press({ target }: Pick<Event, "target">, cards: Element | undefined): void {
    if (!(target instanceof Node && cards?.contains(target))) this.drop();
  }

  drop(): void {
    clearTimeout(this.#leaves);
    this.at = null;
  }
}
