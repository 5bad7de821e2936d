import { expect, it } from "vitest";
import { farShares, middleOf, reached } from "./reached";

it("shares of the far side", () =>
  expect(
    farShares(
      [
        [26, 26],
        [13, 39],
        [0, 0],
      ],
      1,
    ),
  ).toEqual([0.5, 0.75, 0.5]));
it("even stakes lie evenly about where the turn began", () => {
  const { won, lost } = reached(0.5, { mine: 21, theirs: 21, whole: 52 });
  expect([won, lost]).toEqual([0.5 - 5 / 52, 0.5 + 5 / 52]);
});
it("one card more of one side does not move it unevenly", () => {
  const { won, lost } = reached(0.5, { mine: 21, theirs: 22, whole: 52 });
  expect(0.5 - won).toBeCloseTo(lost - 0.5);
});
it("an uneven stake goes to whoever wins, as it lies", () => {
  expect(reached(0.5, { mine: 26, theirs: 20, whole: 52 })).toEqual({ won: 20 / 52, lost: 26 / 52 });
});

it("a mouth is kept between the rows of cards, however the cards are shared", () => {
  const front = { top: 114, bottom: 670, least: 118 };
  const gap = { top: 313, bottom: 490 };
  // At 52:0 it would lie at the upper edge, at 0:52 at the lower one.
  expect(middleOf({ won: 0, lost: 0.1 }, front, gap)).toBe(372);
  expect(middleOf({ won: 0.9, lost: 1 }, front, gap)).toBe(431);
  expect(middleOf({ won: 0.4, lost: 0.6 }, front, gap)).toBe(392);
});
