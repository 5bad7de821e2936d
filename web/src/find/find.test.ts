import { expect, it } from "vitest";
import type { PlaceSeen } from "../schema";
import { changesOf, onAxis, reachOf, termsCalled, whomCalled, windowsOf } from "./find";

const WINDOWS: PlaceSeen["windows"] = [
  [0, 100],
  [10_000, 200],
  [20_000, 300],
  [40_000, null],
];
const place = (names: string[], more: Partial<PlaceSeen> = {}) =>
  ({
    table: 4,
    offered: false,
    players: ["Me", ...names].map((name, i) => ({ name, rating: 1500, you: i === 0, bots: false })),
    ...more,
  }) as PlaceSeen;

it("widens the window with the time waited", () => {
  expect([0, 9_999, 10_000, 39_999, 40_000].map((ms) => reachOf({ windows: WINDOWS }, ms))).toEqual([
    100,
    100,
    200,
    300,
    null,
  ]);
  expect(whomCalled({ windows: WINDOWS, rating: 1604 }, 23_000)).toBe("1304 to 1904");
  expect(whomCalled({ windows: WINDOWS, rating: 1604 }, 41_000)).toBe("everybody");
});
it("shows the windows so far, the last of them as the one that counts", () => {
  expect(windowsOf({ windows: WINDOWS }, 12_000)).toEqual([
    { after: 0, from: 0.375, to: 0.625, now: false },
    { after: 10, from: 0.25, to: 0.75, now: true },
  ]);
  expect(windowsOf({ windows: WINDOWS }, 60_000).at(-1)).toEqual({ after: 40, from: 0, to: 1, now: true });
  // A clock that lags behind the server's still shows the first window.
  expect(windowsOf({ windows: WINDOWS }, -20)).toHaveLength(1);
});
it("puts ratings on the axis, those beyond it at its ends", () =>
  expect([1604, 1804, 2500, 900].map((rating) => onAxis(rating, 1604))).toEqual([0.5, 0.75, 1, 0]));
it("says what is waited for", () => {
  expect(termsCalled({ rated: true, seats: 4, clock: 30_000 })).toBe("rated, 4 seats, 30 seconds a choice");
  expect(termsCalled({ rated: false, seats: null, clock: 60_000 })).toBe("any table size, 1 minute a choice");
});
it("tells who sits down and who leaves, also of two with one name", () => {
  expect(changesOf(place(["Ann"]), place(["Ann", "Wise Crow"]))).toEqual(["Wise Crow sits down, 3 of 4"]);
  expect(changesOf(place(["Ann", "Ann"]), place(["Ann"]))).toEqual(["Ann has left, 2 of 4"]);
  expect(changesOf(place(["Ann"]), place(["Ann"], { rating: 9 }))).toEqual([]);
  expect(changesOf(place([]), place([], { offered: true }))).toEqual(["You can start with bots now."]);
});
