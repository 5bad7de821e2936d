import { expect, it } from "vitest";
import { best, bestWith, suits, discardOf } from "./blitz31";

const hand = ["JS", "KS", "KD"];

it("sums each suit", () => expect(suits(hand)).toEqual({ S: 20, D: 10, H: 0, C: 0 }));
it("finds the best suit", () => expect(best(["AH", "2H", "9C"])).toEqual({ suit: "H", sum: 13 }));
it("says what the discard would make", () => expect(bestWith(hand, "QS")).toEqual({ suit: "S", sum: 30 }));
it("31 is an ace and two tens", () => expect(best(["AS", "TS", "KS"]).sum).toBe(31));

it("the discard is none once it was taken, and until a new one lies there", () => {
  const view = { piles: { discard: { count: 2, cards: ["2C", "9H"] } } } as never;
  const tableau = (...codes: string[]) =>
    new Map([["discard", codes.map((code, id) => ({ id, code, owner: null }))]]) as never;
  expect(discardOf(tableau("2C", "9H"), view)).toBe("2C");
  expect(discardOf(tableau("9H"), view)).toBeNull();
  expect(discardOf(tableau("KS", "9H"), view)).toBeNull();
});
