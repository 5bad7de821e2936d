import { expect, it } from "vitest";
import { known } from "./known";

it("nothing is known of a hand face down", () => expect(known([null, null, null])).toBeNull());
it("one card is known by name", () => expect(known([null, "TS", null])).toEqual({ card: "TS" }));
it("two of a suit are a sum at least", () =>
  expect(known(["9D", null, "JD"])).toEqual({ suit: "D", sum: 19, whole: false }));
it("two of different suits: the one taken last", () => expect(known(["9D", null, "JS"])).toEqual({ card: "JS" }));
it("an open hand counts its best suit, and no more can be in it", () => {
  expect(known(["9D", "2D", "JD"])).toEqual({ suit: "D", sum: 21, whole: true });
  expect(known(["9D", "2C", "JS"])).toEqual({ suit: "S", sum: 10, whole: true });
});
