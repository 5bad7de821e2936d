import { expect, it } from "vitest";
import { beggarDuel, beggarMelee } from "./beggar";

it("no rank is said to take the pile: a demand decides that", () => {
  expect(["AH", "KD", "2C"].map((top) => beggarDuel.taken!.by(top, {}).key)).toEqual(Array(3).fill("bn.pile"));
  expect(beggarMelee.taken).toBeUndefined();
});

it("the pile says how many cards are still owed for it", () => {
  expect(beggarDuel.taken!.by("2C", { owed: 3 })).toEqual({ key: "bn.owed", values: { n: "3" } });
  expect(beggarDuel.taken!.by("2C", { owed: 0 }).key).toBe("bn.pile");
});
