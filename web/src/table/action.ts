// A button of the question bar, and what a press on it does.
import type { Left } from "./company.svelte";

export interface Action {
  label: string;
  short?: string;
  key?: string;
  icon?: "die";
  disabled?: boolean;
  /** True if it can't be undone. */
  danger?: boolean;
  /** True if it has been pressed and waits for others. */
  pressed?: boolean;
  /** It is done as soon as a finger comes down, because time counts. */
  prompt?: boolean;
  /** It begins another game: a key that was meant for the last cards of this one does not press it. */
  begins?: boolean;
  /** The seconds after which it happens by itself. */
  left?: Left;
  /** Of a number that may be made less or more, unless it is the least or the most. */
  step?: { by: (more: number) => void; least: boolean; most: boolean };
  run: () => void;
}
