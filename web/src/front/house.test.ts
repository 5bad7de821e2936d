import { expect, it } from "vitest";
import { chipsOf, mouthPath } from "./house";

it("makes a sum of as few chips as there can be, the largest first", () => {
  expect(chipsOf(0)).toEqual([]);
  expect(chipsOf(7)).toEqual([5, 1, 1]);
  expect(chipsOf(20)).toEqual([20]);
  // A surrendered bet of 5 gives 2.5 back.
  expect(chipsOf(2.5)).toEqual([1, 1, 1]);
});

it("closes a mouth to the line of the front", () => {
  expect(
    mouthPath(100, 50, 200, 0)
      .match(/[\d.]+/g)!
      .map(Number)
      .filter((_, i) => i % 2 === 1 && i < 8),
  ).toEqual([50, 50, 50, 50]);
});
