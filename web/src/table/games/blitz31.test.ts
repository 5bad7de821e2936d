import { expect, it } from "vitest";
import { best, bestWith, suits, discardOf, tripsOf } from "./blitz31";

const hand = ["JS", "KS", "KD"];

it("sums each suit", () => expect(suits(hand)).toEqual({ S: 20, D: 10, H: 0, C: 0 }));
it("finds the best suit", () => expect(best(["AH", "2H", "9C"])).toEqual({ suit: "H", sum: 13 }));
it("says what the discard would make", () => expect(bestWith(hand, "QS")).toEqual({ suit: "S", sum: 30 }));
it("three of a kind are worth what the rules say, where a suit is not worth more", () => {
  const sevens = ["7S", "7D", "7H"];
  expect(best(sevens)).toEqual({ suit: null, sum: 30 });
  expect(best(sevens, tripsOf({ three_of_a_kind: "30.5" }))).toEqual({ suit: null, sum: 30.5 });
  expect(best(sevens, tripsOf({ three_of_a_kind: "none" }))).toEqual({ suit: "S", sum: 7 });
  expect(best(["7S", "7D", "??"])).toEqual({ suit: "S", sum: 7 });
  expect(bestWith(["7S", "7D", "2C"], "7H")).toEqual({ suit: null, sum: 30 });
});
it("of four cards three count", () => {
  expect(best(["AS", "KS", "QS", "2S"])).toEqual({ suit: "S", sum: 31 });
  expect(suits(["AS", "KS", "QS", "2S"]).S).toBe(31);
});
it("31 is an ace and two tens", () => expect(best(["AS", "TS", "KS"]).sum).toBe(31));

it("the discard is none once it was taken, and until a new one lies there", () => {
  const view = { piles: { discard: { count: 2, cards: ["2C", "9H"] } } } as never;
  const tableau = (...codes: string[]) =>
    new Map([["discard", codes.map((code, id) => ({ id, code, owner: null }))]]) as never;
  expect(discardOf(tableau("2C", "9H"), view)).toBe("2C");
  expect(discardOf(tableau("9H"), view)).toBeNull();
  expect(discardOf(tableau("KS", "9H"), view)).toBeNull();
});
