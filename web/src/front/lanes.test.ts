import { expect, it } from "vitest";
import type { GameEvent, View } from "../wire";
import { actingIn, isFalling, lastChance, lostSince, skippedIn } from "./lanes";

const entry = (turn: number, ...events: Partial<GameEvent>[]) => ({ turn, events: events as GameEvent[] });
const draws = (seat: number) => ({ kind: "take", seat });
/** Player 0 reaches 6, player 1 removes 3 of them and player 2 passes. */
const log = [
  entry(1, draws(0), { kind: "play", seat: 0 }),
  entry(2, { kind: "shuffle" }, draws(1), { kind: "remove", seat: 0 }),
  entry(3, draws(2), { kind: "pass", seat: 2 }),
];
const history = [
  [0, 0, 0],
  [6, 0, 0],
  [3, 0, 0],
  [3, 0, 0],
];

it("a turn is the player's whose event comes first", () => {
  expect(log.map(actingIn)).toEqual([0, 1, 2]);
  expect(actingIn(undefined)).toBeNull();
});

it("what a player has lost is seen until their own next turn", () => {
  expect([3, 0, 0].map((points, seat) => lostSince(log, history, seat, points))).toEqual([3, 0, 0]);
  expect(lostSince(log.slice(0, 1), history.slice(0, 2), 0, 6)).toBe(0);
  expect(lostSince(log.slice(0, 2), history.slice(0, 2), 0, 3), "as soon as the card has gone").toBe(3);
  expect(lostSince([...log, entry(4, draws(0))], history, 0, 3)).toBe(0);
});

it("a skipped player is marked until the turn that takes the place of theirs has been told", () => {
  const fumbles = entry(4, draws(0), { kind: "use", seat: 0 }, { kind: "skip", seat: 1 });
  const marked = (...more: typeof log) => [...skippedIn([...log, ...more])];
  expect(marked()).toEqual([]);
  expect(marked(entry(4, draws(0), { kind: "use", seat: 0 })), "before it is told").toEqual([]);
  expect(marked(fumbles)).toEqual([1]);
  expect(marked(fumbles, entry(5, draws(2))), "while the next one plays").toEqual([1]);
  expect(marked(fumbles, entry(5, draws(2)), entry(6, draws(0)))).toEqual([]);
});

it("a card that is being taken away no longer counts, though it is still told", () => {
  const view = { piles: { "field 0": { count: 2 } } } as unknown as View;
  const lies = (...cards: string[]) => isFalling(new Map([["field 0", cards]]), view, 0);
  expect([lies("a", "b"), lies("a"), isFalling(new Map(), null, 0)]).toEqual([false, true, false]);
});

it("the last chance is that of the player who is next, and nobody's once the game is over", () => {
  const view = (points: number[], more: object = {}) =>
    ({
      ...{ over: false, told: {}, shares: points, ...more },
      state: { to_play: 1, ...Object.fromEntries(points.map((n, seat) => [`points ${seat}`, n])) },
    }) as unknown as View;
  expect(lastChance(view([23, 8, 20]), 21)).toEqual({ leader: 0, points: 23, next: 1 });
  expect(lastChance(view([20, 8, 20]), 21)).toBeNull();
  expect(lastChance(view([8, 23, 20]), 21)).toBeNull();
  expect(lastChance(view([23, 8, 20], { over: true }), 21)).toBeNull();
  expect(lastChance(null, 21)).toBeNull();
});
