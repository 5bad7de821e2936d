import { expect, it } from "vitest";
import { listOf } from "./listed";

it("cards of a pile are counted by name, the most frequent first", () => {
  expect(listOf(["BLITZ", "TD-RUN", "TACKLE", "TACKLE"])).toBe("Discard pile, 4 cards: 2 × Tackle, Blitz, Rushing TD.");
  expect(listOf(["BLITZ"])).toBe("Discard pile, one card: Blitz.");
  expect(listOf([])).toBe("");
});
