import { expect, it } from "vitest";
import type { PlayerStanding, TableResult } from "../schema";
import {
  courseOf,
  factsOf,
  kindCalled,
  newsOf,
  passed,
  podiumOf,
  shareOf,
  timeCalled,
  whereCalled,
} from "./tournament";

const standing = (place: number, games = 1): PlayerStanding =>
  ({ place, games, player: `p${place}`, name: `P${place}`, status: "waiting", table: null }) as PlayerStanding;
const NAMES = new Map([
  ["a", "Ann"],
  ["b", "Ben"],
]);
const score = (player: string, points: number, streak = 0, ended = 0) => ({ player, points, streak, ended });
const table = (...scores: TableResult["scores"]): TableResult => ({ number: 3, room: "r", ago: 20_000, scores });

it("gives the first nearly all the ground, and the last little of it", () => {
  expect([shareOf(1, 5), shareOf(3, 5), shareOf(5, 5), shareOf(1, 1)]).toEqual([0.1, 0.5, 0.9, 0.1]);
});
it("draws my places over the time: last until my first game, then as each of them left me", () => {
  const course = courseOf({ course: [[100, 3], [300, 1]] }, 5, 600); // prettier-ignore
  expect(course).toHaveLength(61);
  expect([course[0], course[9], course[10], course[29], course[30], course[60]]).toEqual([
    0.9, 0.9, 0.5, 0.5, 0.1, 0.1,
  ]);
  expect(new Set(courseOf(null, 5, 600))).toEqual(new Set([0.9]));
});
it("knows how much of the time has passed", () => {
  expect(passed({ phase: "waiting", left: 300_000, minutes: 5 })).toBe(0);
  expect(passed({ phase: "playing", left: 75_000, minutes: 5 })).toBe(0.75);
  expect(passed({ phase: "over", left: 0, minutes: 5 })).toBe(1);
});
it("tells wins, wins in a row, and streaks that have ended", () => {
  const told = (...results: TableResult[]) => newsOf(results, NAMES, "b").map((one) => one.text);
  expect(told(table(score("a", 2, 1), score("b", 0)))).toEqual(["Ann wins at table 3, + 2"]);
  expect(told(table(score("a", 4, 3), score("b", 0, 0, 4)))).toEqual([
    "Ann wins at table 3: 3 in a row, + 4",
    "Your streak of 4 ends",
  ]);
  expect(told(table(score("b", 2, 1), score("a", 0, 0, 1)))).toEqual(["You win at table 3, + 2"]);
  expect(told(table(score("a", 1), score("b", 1, 0, 2)))).toEqual([
    "No player wins at table 3",
    "Your streak of 2 ends",
  ]);
});
it("has those on the podium who have played, three at most", () => {
  expect(podiumOf([1, 2, 2, 4].map((place) => standing(place))).map((one) => one.place)).toEqual([1, 2, 2]);
  expect(podiumOf([standing(1, 0)])).toEqual([]);
});
it("says where a player is, and what a tournament is", () => {
  expect(whereCalled({ status: "playing", table: 4 })).toBe("table 4");
  expect(whereCalled({ status: "paused", table: null })).toBe("paused");
  expect(factsOf({ minutes: 60, seats: 4, players: 1 })).toEqual(["1 hour", "4 seats", "1 player"]);
  expect(timeCalled({ kind: "arena", phase: "waiting", starts: 299_500, left: 0 })).toBe("begins in 5 min");
  expect(timeCalled({ kind: "arena", phase: "playing", starts: 0, left: 45_000 })).toBe("45 s left");
  expect(timeCalled({ kind: "knockout", phase: "playing", starts: 0, left: 0 })).toBe("being played");
  expect(factsOf({ minutes: 0, seats: 4, players: 16 })).toEqual(["tables of 4", "16 players"]);
  expect(kindCalled("knockout", "War")).toBe("Knockout, War");
  expect(timeCalled({ kind: "arena", phase: "over", starts: 0, left: 0 })).toBe("over");
});
