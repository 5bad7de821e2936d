// Blitzkrieg: the War family's rows for a regular battle; a scenario opens the front over the whole table.
import type { Layout } from "../place";
import { duel, tall } from "./war";

export const blitzkrieg: Layout = {
  ...duel,
  tall,
  nests: true,
  counts: { piles: ["deck", "won"] },
};
