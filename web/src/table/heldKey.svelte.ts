// The Continue key or button held down: after a moment, the game plays on by itself.

const HELD_MS = 400;

export class HeldKey {
  /** True while the table plays on. */
  on = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #played = false;

  down(): void {
    this.#played = false;
    this.#timer ??= setTimeout(() => (this.on = this.#played = true), HELD_MS);
  }

  up(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.on = false;
  }

  /** True if the click that ends a hold has played already. */
  swallows(): boolean {
    const played = this.#played;
    this.#played = false;
    return played;
  }
}
