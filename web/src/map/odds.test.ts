import { describe, expect, it } from "vitest";
import { assault, roll } from "./odds";

describe("a roll", () => {
  it("of one die against one: 15 of 36 win", () => expect(roll(1, 1).defenderLoses[1]).toBeCloseTo(15 / 36, 12));
  it("of three against two: the well-known 2890, 2611 and 2275 of 7776", () => {
    const [none, one, two] = roll(3, 2).defenderLoses;
    expect(two! * 7776).toBeCloseTo(2890, 6);
    expect(one! * 7776).toBeCloseTo(2611, 6);
    expect(none! * 7776).toBeCloseTo(2275, 6);
  });
  it("has probabilities that sum to one", () => {
    expect(roll(3, 3).defenderLoses.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 12);
  });
});

describe("under the bomb", () => {
  it("a roll of one die against one is won 21 times of 36", () =>
    expect(roll(1, 1, true).defenderLoses[1]).toBeCloseTo(21 / 36, 12));
  it("an assault of two tanks against one is that roll", () =>
    expect(assault(2, 1, 3, true)).toEqual({ falls: 21 / 36, left: 2 }));
});

describe("an assault", () => {
  it("of two tanks against one is a single roll of one die", () => {
    expect(assault(2, 1)).toEqual({ falls: 15 / 36, left: 2 });
  });
  it("of ten against two nearly always succeeds", () => {
    const { falls, left } = assault(10, 2);
    expect(falls).toBeGreaterThan(0.98);
    expect(left).toBeGreaterThan(8);
  });
  it("against two dice at most is easier than against three", () => {
    expect(assault(8, 6, 2).falls).toBeGreaterThan(assault(8, 6, 3).falls);
  });
  it("with a single tank is none", () => expect(assault(1, 3)).toEqual({ falls: 0, left: 0 }));
});
