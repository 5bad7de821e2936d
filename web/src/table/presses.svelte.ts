// The presses of a table: a tap goes on, a key that is held is one press, a quick answer counts when the finger comes down.
import { tick, untrack } from "svelte";
import type { Action } from "./action";
import { HeldKey } from "./heldKey.svelte";

interface Pressed {
  actions: () => readonly Action[];
  /** Nothing is asked, and the game goes on. */
  goesOn: () => boolean;
  /** Cards still move. */
  running: () => boolean;
  /** The end has been told. */
  over: () => boolean;
  /** A finger comes down on the table: true if that answers a question. */
  tap: () => boolean;
}

const CONTROLS = "button, a, input, select, dialog";
/** What gives the keys back to the table when it is clicked: buttons, and by a mouse cards too. */
const [BUTTONS, CARDS] = [".bar button, header button", ".felt button, .cards button"];

function within(event: Event, selector: string): Element | null {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/** A key that was meant for the last cards comes within so many milliseconds of the end: it begins no rematch. */
const LATE_MS = 1000;

/** Made while a component is set up, which passes the events of its window. */
export class Presses {
  readonly #holding = new HeldKey();
  /** A finger has answered when it came down: the click that follows means nothing. */
  #answered = false;

  /** When the end was told. */
  #ended = 0;

  constructor(readonly table: Pressed) {
    $effect(() => {
      if (this.#holding.on && !table.running() && table.goesOn()) untrack(() => this.go());
    });
    // The end has one button to go on with; a key that was held until then does not press it.
    $effect(() => {
      if (!table.over()) return;
      this.#ended = performance.now();
      void tick().then(() => document.querySelector<HTMLElement>(".bar .go")?.focus());
    });
  }

  /** Does what the button of the space bar does, or else the first one. */
  go(): void {
    const actions = this.table.actions();
    const first = actions.find((one) => one.key === "Space") ?? actions[0];
    if (first && !first.disabled) first.run();
  }

  /** The space bar or Enter comes down. */
  primary(): void {
    this.#holding.down();
    if (!this.#isLate()) this.go();
  }

  /** True just after the end, if the button would begin another game. */
  #isLate(): boolean {
    const begins = this.table.actions()[0]?.begins ?? false;
    return begins && this.table.over() && performance.now() - this.#ended < LATE_MS;
  }

  /** Does what a letter on a button says, once the game is over. */
  afterwards(letter: string): boolean {
    const found = this.table.over() ? this.table.actions().find((one) => one.key === letter) : undefined;
    found?.run();
    return found !== undefined;
  }

  down(event: PointerEvent): void {
    const prompt = within(event, "[data-prompt]") !== null;
    const free = !within(event, CONTROLS) && within(event, ".felt");
    this.#answered = prompt || Boolean(free && this.table.tap());
    if (!prompt && within(event, ".bar .go")) this.#holding.down();
  }

  up(): void {
    this.#holding.up();
  }

  /** A tap on the table goes on. */
  click(event: MouseEvent): void {
    if (event.detail === 0) return;
    if (!within(event, CONTROLS) && within(event, ".felt") && this.table.goesOn()) this.go();
  }

  /** Before a click: a button or a card gives the keys back to the table, before it opens a sheet that would keep them. */
  swallow(event: MouseEvent): void {
    if (this.#answered && event.detail > 0) {
      this.#answered = false;
      event.stopPropagation();
      return;
    }
    // A finger that has held a card still reads what it does.
    const isMouse = event instanceof PointerEvent && event.pointerType === "mouse";
    const button = event.detail > 0 && within(event, isMouse ? `${BUTTONS}, ${CARDS}` : BUTTONS);
    if (button instanceof HTMLButtonElement && !button.ariaExpanded) button.blur();
    if (within(event, ".bar .go") && this.#holding.swallows()) event.stopPropagation();
  }

  /** A key that is held until the end has been told, or comes just after it, presses no button there. */
  key(event: KeyboardEvent): void {
    if (this.table.over() && (event.repeat || this.#isLate()) && within(event, ".bar")) event.preventDefault();
  }
}
