import { expect, it } from "vitest";
import type { DailyDeal, DailyGroup } from "../schema";
import {
  chancesOf,
  courseOf,
  ends,
  groupCalled,
  kindsOf,
  lengthPoints,
  medianOf,
  outcomeCalled,
  placeOn,
  stateOf,
  turnOn,
  wonCalled,
  aboveBegin,
  costShown,
} from "./daily";

const ODDS = { step: 100, within: [0, 0.2, 0.6, 0.9, 1], longest: [0.4, 0.5, 0.06, 0.04] };
const group = (kind: DailyGroup["kind"], first: number, last: number, count = 1): DailyGroup => ({
  kind,
  first,
  last,
  count,
});
const deal = (more: Partial<DailyDeal>) =>
  ({ game: "blitz31", state: "new", round: null, place: null, finished: 0, ...more }) as DailyDeal;

it("tells the time left in hours and minutes, and never that none is left", () => {
  expect(ends(12 * 3_600_000 + 24 * 60_000)).toBe("ends in 12 h 24 min");
  expect([ends(90_000), ends(0)]).toEqual(["ends in 2 min", "ends in 1 min"]);
});
it("tells where I stand", () =>
  expect(
    [
      deal({}),
      deal({ state: "playing", round: 4 }),
      deal({ state: "playing" }),
      deal({ state: "over", finished: 9 }),
      deal({ state: "over", place: 2, finished: 41 }),
    ].map(stateOf),
  ).toEqual(["not played yet", "go on, round 4", "go on", "counting", "2nd of 41"]));
it("calls a result as its game counts it", () => {
  expect(outcomeCalled("blitz31", { place: 1, score: 1, rounds: 9 })).toBe("won, one life");
  expect(outcomeCalled("blitz31", { place: 3, score: 0, rounds: 9 })).toBe("3rd");
  expect(outcomeCalled("champz", { place: 2, score: 14, rounds: 9 })).toBe("2nd, 14 points");
  expect(outcomeCalled("steal-war", { place: 0, score: 52, rounds: 0 })).toBe("52 cards");
});
it("names the bars of a histogram, and what they count", () => {
  const groups = [group("won", 60, 1_000_000), group("won", 3, 3), group("won", 0, 1_000_000), group("lost", 2, 2)];
  expect(groups.map(groupCalled)).toEqual(["60+", "3", "won", "2nd"]);
  expect(groupCalled(group("score", 44, 52))).toBe("44–52");
  expect(kindsOf({ game: "blitz31", groups })).toEqual([
    { name: "won, lives kept", bars: 3 },
    { name: "lost, place", bars: 1 },
  ]);
});
it("draws the results from the worst to the best, with mine in the middle of its group", () => {
  const groups = [group("score", 2, 2, 1), group("score", 1, 1, 3), group("score", 0, 0, 0)];
  const course = courseOf(groups);
  // Nobody is in the worst group; three of four are in the middle one, whose far share is a half.
  expect([course[0], course[44], course[45], course[59]]).toEqual([0.5, 0.5, 0.12, 0.12]);
  expect(placeOn(groups, 1)).toEqual({ x: 0.375, y: 0.5 });
  expect(courseOf([group("score", 0, 1, 0)])).toEqual([]);
});
it("counts a bet on the length of War by the share of games between it and the truth", () => {
  expect(medianOf(ODDS)).toBe(175);
  expect(lengthPoints(ODDS, 200, 200)).toBe(40);
  // Between 100 and 200 turns lie 40 % of all games: 40 · (1 − 0.8) points.
  expect(lengthPoints(ODDS, 100, 200)).toBe(8);
  expect(lengthPoints(ODDS, 0, 400)).toBe(0);
});
it("draws my chance from the deal to the end, and says where it was won", () => {
  const decided = { share: true, course: [0.25, 0.3, 0.5, 1], adviser: "fierce" };
  const chances = chancesOf(decided);
  expect(chances.map((share) => Math.round(share * 100) / 100)).toEqual([0.69, 0.65, 0.5, 0.12]);
  expect(turnOn(chances, 2)).toEqual({ x: 2 / 3, y: 0.5 });
  expect(chancesOf({ share: false, course: [20, 24] })).toEqual([]);
  const won = { turn: 12, at: 2, before: 0.27, after: 0.41, gain: 0.1 };
  expect(wonCalled({ ...decided, won })).toBe(
    "Turn 12: your choice gained most over fierce’s there, 27\u00a0% to 41\u00a0%.",
  );
  expect(wonCalled({ ...decided, won: { ...won, gain: null } })).toBe("Turn 12 changed most: 27\u00a0% to 41\u00a0%.");
  expect(wonCalled({ share: false, adviser: null, won: { turn: 0, at: 1, before: 20, after: 24, gain: null } })).toBe(
    "The deal changed most: 20 to 24.",
  );
  expect(wonCalled({ ...decided, won: null })).toBe("");
});
it("sets the words of the beginning above the course, and tells a cost that is known", () => {
  expect(aboveBegin([0.7, 0.4, 0.6, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1])).toBe(0.4);
  expect(costShown({ cost: { value: 4, low: 2, high: 6 } })).toEqual({ value: 4, around: 2 });
  expect(costShown({ cost: { value: -13, low: -105, high: 79 } })).toBeNull();
  expect(costShown({ cost: null })).toBeNull();
});
