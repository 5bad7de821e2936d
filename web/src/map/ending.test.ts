import { expect, it } from "vitest";
import { atMost, ending } from "./ending";

const state = (round: number, turn: number, more = {}) => ({
  expired: 1,
  round_number: round,
  turn_of: turn,
  taken: 0,
  "states 0": 3,
  "states 1": 3,
  "states 2": 3,
  ...more,
});

it("two dice: 6 of 36 are at most four", () => expect(atMost(4)).toBeCloseTo(6 / 36));
it("before time is up nothing ends", () => expect(ending({ ...state(4, 2), expired: 0 }, 3)).toBeNull());
it("the round after the one in which time is up is played, its last turn may end the game (BW-064)", () => {
  expect(ending(state(2, 1), 3)).toBeNull();
  expect(ending(state(2, 2), 3)?.limit).toBe(4);
});
it("every turn of the third round, at five from its last on (BW-065, BW-066)", () => {
  expect(ending(state(3, 0), 3)?.limit).toBe(4);
  expect(ending(state(3, 2), 3)?.limit).toBe(5);
});
it("who is out has no last turn", () => expect(ending(state(2, 1, { "states 2": 0 }), 3)?.limit).toBe(4));
it("three conquests spare the game (BW-070)", () => {
  expect(ending(state(3, 2, { taken: 3 }), 3)?.spared).toBe(true);
  expect(ending(state(3, 2, { taken: 2 }), 3)?.spared).toBe(false);
});
it("where the source's percentages count, five or less is 17 % (BW-R21)", () =>
  expect(ending(state(3, 2), 3, 12, true)?.chance).toBe(0.17));
it("the limit rises to that of the house", () => expect(ending(state(20, 2), 3, 7)?.limit).toBe(7));
