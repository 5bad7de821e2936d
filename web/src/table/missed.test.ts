import { expect, it } from "vitest";
import type { Entry } from "../film/still";
import type { PastTurn } from "../schema";
import { missedTurns, toldOf } from "./missed";

const entry = (turn: number): Entry => ({ turn, lines: [], events: [] });
const past = (turn: number, seq: number) =>
  ({ turn, seq, events: [], view: { turns: turn, shares: [turn, 2] }, bots: [], ago: 0 }) as unknown as PastTurn;
const log = [entry(4), entry(5), entry(6)];
const turns = (found: readonly { turn: number }[]) => found.map((one) => one.turn);

it("the turn in which I left is missed only if it went on without me", () => {
  const known = [past(3, 8), past(4, 11), past(5, 13), past(6, 15)];
  expect(turns(missedTurns(log, known, { turn: 4, seq: 10 }))).toEqual([4, 5, 6]);
  expect(turns(missedTurns(log, known, { turn: 4, seq: 11 }))).toEqual([5, 6]);
  expect(turns(missedTurns(log, known, { turn: 4, seq: -1 }))).toEqual([5, 6]);
  expect(turns(missedTurns(log, [], { turn: 4, seq: 10 }))).toEqual([5, 6]);
});

it("each is told from the table before it", () => {
  const told = toldOf([past(3, 8), past(4, 11)]);
  expect(told.map((one) => [one.turn, one.shares[0], one.steps.length])).toEqual([
    [3, 3, 1],
    [4, 4, 1],
  ]);
});
