// Blitzkrieg: the War family's rows for a regular battle; a scenario opens the front over the whole table.
import type { Drawing } from "../drawing";
import { duel, tall } from "./war";

export const blitzkrieg: Drawing = {
  ...duel,
  tall,
  nests: true,
};
