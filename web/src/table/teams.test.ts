import { expect, it } from "vitest";
import { goalOf, inLanes, nextOf, partnersOf, teamsOf } from "./teams";

/** Partners sit opposite each other. */
const pairs = (seats: number) => Array.from({ length: seats / 2 }, (_, seat) => [seat, seat + seats / 2]);
const FOUR = { told: { teams: pairs(4) } };
const SIX = { told: { teams: pairs(6), goal: 35 } };

it("without teams each plays alone", () => {
  expect(teamsOf({ told: {} }, 3)).toEqual([[0], [1], [2]]);
  expect(teamsOf(null, 2)).toEqual([[0], [1]]);
  expect(partnersOf({ told: {} }, 1)).toEqual([]);
});

it("the next player sits to the left, and after an End of Quarter to the right", () => {
  const next = (to_play: number, counterclockwise: number, seats: number, over = false, last = false) =>
    nextOf({ state: { to_play, counterclockwise }, over }, to_play, seats, last);
  expect([next(2, 0, 3), next(0, 1, 3), next(1, 0, 4)]).toEqual([0, 2, 2]);
  const unknown = [nextOf(null, 0, 3, false), nextOf({ state: {}, over: false }, 0, 3, false)];
  expect([next(0, 0, 2), next(0, 0, 3, true), next(0, 0, 3, false, true), ...unknown]).toEqual(Array(5).fill(null));
});

it("between turns, and when a player has acted and may go on, the next player is already known", () => {
  const view = { state: { to_play: 2, counterclockwise: 0 }, over: false };
  expect([nextOf(view, null, 3, false), nextOf(view, 1, 3, false)]).toEqual([2, 2]);
  // Somebody has 21 points: between turns the next player has the last turn, and after it there is none.
  expect([nextOf(view, null, 3, true), nextOf(view, 2, 3, true)]).toEqual([2, null]);
});

it("partners are those of the same team", () => {
  expect(teamsOf(FOUR, 4)).toEqual([
    [0, 2],
    [1, 3],
  ]);
  expect([partnersOf(FOUR, 0), partnersOf(FOUR, 3), partnersOf(SIX, 4)]).toEqual([[2], [1], [1]]);
});

it("lanes stand in order of play, teams together, mine lowest", () => {
  expect(inLanes(teamsOf(null, 4), 0, 4)).toEqual([1, 2, 3, 0]);
  expect(inLanes(teamsOf(null, 3), 1, 3)).toEqual([2, 0, 1]);
  expect(inLanes(teamsOf(FOUR, 4), 0, 4)).toEqual([1, 3, 2, 0]);
  expect(inLanes(teamsOf(FOUR, 4), 3, 4)).toEqual([0, 2, 1, 3]);
  expect(inLanes(teamsOf(SIX, 6), 1, 6)).toEqual([2, 5, 3, 0, 4, 1]);
});

it("the goal is the view's, or the usual one", () => {
  expect([goalOf(SIX, 21), goalOf(FOUR, 21), goalOf(null, 0)]).toEqual([35, 21, 0]);
});
