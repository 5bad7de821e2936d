import { expect, it } from "vitest";
import { farShares, reached } from "./reached";

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
  const { won, lost } = reached(0.5, { mine: 21, theirs: 21, whole: 52 }, 1);
  expect([won, lost]).toEqual([0.5 - 5 / 52, 0.5 + 5 / 52]);
});
it("one card more of one side does not move it unevenly", () => {
  const { won, lost } = reached(0.5, { mine: 21, theirs: 22, whole: 52 }, 1);
  expect(0.5 - won).toBeCloseTo(lost - 0.5);
});
it("an uneven stake goes to whoever wins, as it lies", () => {
  expect(reached(0.5, { mine: 26, theirs: 20, whole: 52 }, 1)).toEqual({ won: 20 / 52, lost: 26 / 52, wide: 1 });
});
