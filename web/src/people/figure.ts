// Numbers of a profile.
import { spoken } from "../words/words.svelte";

/** A number with one decimal: "4.2". */
export const figure = (n: number): string =>
  n.toLocaleString(spoken(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
