import { expect, it } from "vitest";
import { percent } from "./odds";
import { outcome } from "./texts";

it("of each pair one die wins, and a tie is the defender's (BW-075)", () =>
  expect(outcome({ attack: [6, 4, 2], defend: [5, 4, 1], destroyed: 2 })).toEqual({
    attack: [true, false, true],
    defend: [false, true, false],
  }));

it("a die without a pair wins nothing", () =>
  expect(outcome({ attack: [6, 3, 3], defend: [2], destroyed: 1 })).toEqual({
    attack: [true, false, false],
    defend: [false],
  }));

it("with a bomb a tie is the attacker's", () =>
  expect(outcome({ attack: [4], defend: [4], destroyed: 1 })).toEqual({ attack: [true], defend: [false] }));

it("odds are never rounded up to certainty", () =>
  expect([1, 0.99989, 0.9989, 0.5].map(percent)).toEqual(["100", "99.9", "99.9", "50.0"]));
