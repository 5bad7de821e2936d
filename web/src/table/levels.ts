// How strong the bots of a table are: "Bot 1 simple, Bot 2 keen". Pure.
import { levelCalled } from "../words/words.svelte";

/** The bots with their levels; people, who have none, are left out. */
export const levelsTold = (levels: readonly (string | null | undefined)[], names: readonly string[]): string =>
  levels.flatMap((level, seat) => (level ? [`${names[seat] ?? ""} ${levelCalled(level)}`] : [])).join(", ");
