import { expect, it } from "vitest";
import type { Entry } from "../film/still";
import type { Drama, GameEvent, View } from "../wire";
import { outlookOf, roundsOf, stakedBy, streakOf } from "./rounds";

const drama = { battle: ["war"], bets: ["bet"] } as unknown as Drama;
const entry = (turn: number, ...events: Partial<GameEvent>[]) => ({ turn, events, lines: [] }) as unknown as Entry;
const LOG = [
  entry(1, { kind: "bet", seat: 0, bet: 5, tie: 0 }, { kind: "bet", seat: 1, bet: 1, tie: 0 }),
  entry(2, { kind: "bet", seat: 0, bet: 5, tie: 2 }, { kind: "war", seat: 1 }),
  entry(3, { kind: "bet", seat: 0, bet: 7, tie: 0 }, { kind: "war", seat: 0 }),
];

it("tells my rounds by what each brought, and my wars among them", () => {
  const gains = [
    [0, 0],
    [5, 1],
    [10, 0],
    [3, 1],
  ];
  expect(roundsOf(gains, LOG, 0, drama)).toEqual([
    { gain: 5, war: false },
    { gain: 5, war: false },
    { gain: -7, war: true },
  ]);
});

it("has no bead for the round that runs", () => {
  expect(roundsOf([[0], [5], [5]], LOG, 0, drama)).toEqual([{ gain: 5, war: false }]);
});

it("counts rounds that were won or lost in a row", () => {
  const streak = (...gains: number[]) => streakOf(gains.map((gain) => ({ gain, war: false })));
  expect([streak(), streak(5), streak(-1, 5, 5, 10), streak(5, -5, -2.5)]).toEqual([0, 1, 3, -2]);
});

it("adds up what was bet, and says nothing where turns are missing", () => {
  expect(stakedBy(LOG, 3, 0, drama)).toEqual({ bet: 17, tie: 2 });
  expect(stakedBy(LOG.slice(1), 3, 0, drama)).toBeNull();
});

it("has the chance to win of my own seat, and none where a game tells none", () => {
  const view = { told: { outlook: ["mine", ""] } } as unknown as View;
  expect([outlookOf(view, 0), outlookOf(view, 1)]).toEqual(["mine", ""]);
  expect([outlookOf({ told: {} } as unknown as View, 0), outlookOf(null, 0)]).toEqual([null, null]);
});
