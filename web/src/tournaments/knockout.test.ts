import { expect, it } from "vitest";
import { short } from "../words/short";
import type { RoundSeat, RoundSeen } from "../schema";
import { duelOf, nearestFirst, pointsOf, waysOf } from "./knockout";

const seat = (player: string, points: number, goes_on: boolean, difference: number | null = 0): RoundSeat =>
  ({ player, name: player.toUpperCase(), points, goes_on, difference, place: 1, level: null, program: false }) as const;
const round = (number: number, ...tables: RoundSeat[][]): RoundSeen =>
  ({
    number,
    state: "over",
    starts: 0,
    deals: 3,
    seats: 4,
    commitment: "ab",
    secret: null,
    tables: tables.map((seats, i) => ({ number: i + 1, deal: 3, rooms: [], seats })),
  }) as const;
const FIRST = round(
  1,
  [seat("a", 8, true, 2), seat("b", 5, true, 1.3), seat("c", 5, false, -0.3), seat("d", 1, false, -1)],
  [seat("e", 7, true, 0), seat("f", 6, true, 0), seat("", 6, false, 1), seat("g", 2, false, 0)],
);
const SECOND = round(2, [seat("a", 3, true, null), seat("f", 2, false, null), seat("e", 1, false, null)]);

it("leads everybody who went on from their table to the next one", () => {
  expect(waysOf([FIRST, SECOND])).toEqual([
    { player: "a", round: 0 },
    { player: "f", round: 0 },
    { player: "e", round: 0 },
  ]);
  expect(waysOf([FIRST])).toEqual([]);
});
it("tells what split equal points, from whichever side", () => {
  expect(duelOf([FIRST, SECOND], "b")).toMatchObject({ round: 1, mine: true, seats: [{ name: "B" }, { name: "C" }] });
  expect(duelOf([FIRST, SECOND], "c")).toMatchObject({ round: 1, mine: false, seats: [{ name: "B" }, { name: "C" }] });
});
it("has nothing to tell without equal points, against a bot, or to others", () => {
  for (const me of ["a", "d", "f", "", "nobody"]) expect(duelOf([FIRST, SECOND], me)).toBeNull();
});
it("says what a deal counts, and shortens a seal", () => {
  expect([pointsOf(4), pointsOf(2)]).toEqual(["3, 2, 1, 0", "1, 0"]);
  expect(short("a40b" + "0".repeat(58) + "e2")).toBe("a40b…e2");
});
it("begins with the round that is played where there is one column", () => {
  const coming = round(3);
  expect(nearestFirst([FIRST, SECOND, coming]).map((one) => one.number)).toEqual([2, 1, 3]);
});
