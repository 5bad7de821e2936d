import { expect, test } from "vitest";
import { bandOf, lineOf, rangeOf, ticksOf } from "./scale";

test("a scale holds its values with some room", () => {
  expect(rangeOf([1500, 1632])).toEqual([1400, 1750]);
  expect(rangeOf([])).toEqual([1400, 1600]);
});

test("a scale has at most five round values", () => {
  expect(ticksOf([1400, 1750], [50, 100, 200])).toEqual([1400, 1500, 1600, 1700]);
  expect(ticksOf([0, 12], [1, 2, 5, 10])).toEqual([0, 5, 10]);
});

test("a band goes along one line and back along the other", () => {
  const over = [
    { x: 0, y: 1 },
    { x: 2, y: 1 },
  ];
  const under = [
    { x: 0, y: 3 },
    { x: 2, y: 4 },
  ];
  expect(bandOf(over, under)).toBe("M0.0 1.0L2.0 1.0L2.0 4.0L0.0 3.0Z");
  expect(lineOf([])).toBe("");
});
