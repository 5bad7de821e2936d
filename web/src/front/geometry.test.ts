import { describe, expect, it } from "vitest";
import {
  course,
  forked,
  leaves,
  level,
  monotone,
  mouth,
  sectors,
  smoothed,
  straight,
  strata,
  teeth,
  thinned,
} from "./geometry";

describe("the level of a front", () => {
  it("lies as far down as the far side's share", () => {
    expect(level(0, 114, 670)).toBe(114);
    expect(level(25 / 52, 114, 670)).toBeCloseTo(114 + (556 * 25) / 52);
    expect(level(1, 114, 670)).toBe(670);
  });
  it("keeps to its margins", () => expect([level(-1, 10, 20), level(7, 10, 20)]).toEqual([10, 20]));
});

describe("the course of a long game", () => {
  const [TURNS, WIDTH] = [1224, 968];
  /** A walk that never rests, with one turn higher and one lower than all others. */
  const shares = Array.from({ length: TURNS }, (_, i) =>
    i === 700 ? 0 : i === 901 ? 1 : 0.5 + 0.3 * Math.sin(i * 1.7),
  );
  const whole = course(shares, TURNS - 1, WIDTH, 0, 100);
  const first = shares.length - whole.length;

  it("costs as much as a short one, however far it has drawn back", () => {
    for (let steps = 36; steps < TURNS; steps += 7) {
      const points = course(shares, steps, WIDTH, 0, 100);
      expect(thinned(points, TURNS - points.length, 8).length, `${steps} turns`).toBeLessThanOrEqual(
        2 * (WIDTH / 8) + 4,
      );
      expect(smoothed(points, TURNS - points.length, 20).length).toBeLessThanOrEqual(WIDTH / 20 + 3);
    }
  });
  it("keeps its present, its highest and its lowest turn", () => {
    const kept = thinned(whole, first, 8);
    expect(kept.at(-1)).toEqual(whole.at(-1));
    expect([0, 100].map((y) => kept.filter((one) => one.y === y).length)).toEqual([1, 1]);
    expect(smoothed(whole, first, 20).at(-1)).toEqual(whole.at(-1));
  });
  it("goes from left to right", () => {
    for (const points of [thinned(whole, first, 8), smoothed(whole, first, 20)])
      expect(points.every((one, i) => i === 0 || one.x > points[i - 1]!.x)).toBe(true);
  });
  it("is every turn of it while they are as wide as that", () => {
    const near = course(shares, 36, 760, 0, 100);
    expect(thinned(near, TURNS - near.length, 8)).toEqual(near);
    expect(smoothed(near, TURNS - near.length, 20)).toEqual(near);
  });
});

describe("the course of a game", () => {
  it("ends at the present and goes back a step a turn", () => {
    const points = course([0.5, 0.25, 0.75], 2, 200, 0, 100);
    expect(points.slice(1)).toEqual([
      { x: 0, y: 50 },
      { x: 100, y: 25 },
      { x: 200, y: 75 },
    ]);
  });
  it("shows only the last turns", () => {
    // One more lies beyond the edge.
    const points = course([0, 0, 0, 1], 1, 50, 0, 100);
    expect(points).toEqual([
      { x: -50, y: 0 },
      { x: 0, y: 0 },
      { x: 50, y: 100 },
    ]);
  });
  it("is level from the edge where the game is young", () => {
    expect(course([0.5, 0.4], 10, 100, 0, 100)).toEqual([
      { x: -10, y: 50 },
      { x: 90, y: 50 },
      { x: 100, y: 40 },
    ]);
  });
  it("is level in the middle before the game", () => {
    expect(course([], 10, 100, 0, 100).map((point) => point.y)).toEqual([50, 50]);
  });
});

describe("the monotone cubic", () => {
  it("never leaves the height of two neighbours", () => {
    const pieces = monotone([
      { x: 0, y: 0 },
      { x: 10, y: 50 },
      { x: 20, y: 51 },
      { x: 30, y: 10 },
    ]);
    for (const { from, c1, c2, to } of pieces) {
      const [low, high] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
      for (const y of [c1.y, c2.y]) {
        expect(y).toBeGreaterThanOrEqual(low - 1e-9);
        expect(y).toBeLessThanOrEqual(high + 1e-9);
      }
    }
  });
  it("is level at a turning point", () => {
    const [first] = monotone([
      { x: 0, y: 0 },
      { x: 9, y: 9 },
      { x: 18, y: 0 },
    ]);
    expect(first!.c2.y).toBe(9);
  });
});

describe("teeth", () => {
  it("stand every so many pixels", () => {
    const found = teeth([straight({ x: 0, y: 0 }, { x: 120, y: 0 })], 30);
    expect(found.map((one) => Math.round(one.x))).toEqual([15, 45, 75, 105]);
    expect(found.map((one) => one.of)).toEqual([0, 1, 0, 1]);
  });
  it("are the near side's where the front rises, the far side's where it falls", () => {
    const rises = teeth([straight({ x: 0, y: 100 }, { x: 100, y: 0 })], 30);
    const falls = teeth([straight({ x: 0, y: 0 }, { x: 100, y: 100 })], 30);
    expect(new Set(rises.map((one) => one.of))).toEqual(new Set([0]));
    expect(new Set(falls.map((one) => one.of))).toEqual(new Set([1]));
    expect(rises[0]!.angle).toBeCloseTo(-45);
  });
});

describe("the fork", () => {
  it("opens around the middle of the mouth, out of the true place of the front", () => {
    const { upper, lower } = forked({ x: 212, y: 114 }, { middle: 400, half: 59 }, 967, 138);
    expect([upper[0]!.from, lower[0]!.from]).toEqual([
      { x: 212, y: 114 },
      { x: 212, y: 114 },
    ]);
    expect(upper.at(-1)!.to).toEqual({ x: 967, y: 341 });
    expect(lower.at(-1)!.to).toEqual({ x: 967, y: 459 });
  });
  it("closed is one line", () => {
    const { upper, lower } = forked({ x: 760, y: 640 }, { middle: 546, half: 0 }, 967, 78);
    expect(upper).toEqual(lower);
    expect(upper[0]!.to).toEqual({ x: 838, y: 546 });
  });
  it("encloses no man's land", () => {
    const found = forked({ x: 0, y: 50 }, { middle: 50, half: 50 }, 100, 20);
    expect(mouth(found)).toMatch(/^M0 50C.*100 0L100 100C.*0 50Z$/);
  });
  it("ends at the edge where there is no room to bend", () => {
    expect(forked({ x: 967, y: 50 }, { middle: 50, half: 0 }, 967, 78).upper).toHaveLength(1);
  });
});

describe("sectors", () => {
  it("fill the circle, mine at the foot with 96 + 144 * share degrees", () => {
    const found = sectors([2, 2, 3, 4], 0);
    expect(found[0]).toMatchObject({ seat: 0, middle: 90 });
    expect(found[0]!.to - found[0]!.from).toBeCloseTo(96 + (144 * 2) / 11);
    expect(found.reduce((sum, one) => sum + one.to - one.from, 0)).toBeCloseTo(360);
    expect(found.map((one) => one.seat)).toEqual([0, 1, 2, 3]);
  });
  it("give of the rest half evenly and half by share", () => {
    const [mine, one, other] = sectors([1, 0, 1], 0);
    const rest = 360 - (mine!.to - mine!.from);
    expect(one!.to - one!.from).toBeCloseTo(rest / 4);
    expect(other!.to - other!.from).toBeCloseTo((rest * 3) / 4);
  });
  it("turn so that any seat may sit at the foot", () => {
    expect(sectors([1, 1, 1], 2).map((one) => one.seat)).toEqual([2, 0, 1]);
  });
  it("hold up to sixteen", () => {
    const spans = sectors(Array<number>(16).fill(1), 5).map((one) => one.to - one.from);
    expect(Math.min(...spans)).toBeGreaterThan(16);
  });
});

it("a ray leaves the box at its edge", () => {
  expect(leaves({ x: 50, y: 50 }, 0, 100, 100)).toEqual({ x: 100, y: 50 });
  expect(leaves({ x: 50, y: 50 }, 90, 100, 200).y).toBeCloseTo(200);
});

it("strata fill the height at every moment", () => {
  const [lowest, upper] = strata([[1, 3]], 10, 100);
  expect(lowest).toBe("M0 75L10 75L10 100L0 100Z");
  expect(upper).toBe("M0 0L10 0L10 75L0 75Z");
});
