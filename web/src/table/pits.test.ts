import { describe, expect, it } from "vitest";
import type { Battle } from "../film/still";
import { pits } from "./pits";

const battle = (depth: number, base: number): Battle => ({
  event: { kind: "battle" },
  depth,
  before: depth,
  down: 0,
  base,
  results: [],
  named: true,
});
const three = [battle(0, 0), battle(1, 2), battle(2, 6)];

describe("nested battles", () => {
  it("tell the outer ones in strips, with what was at stake when the next began", () => {
    const { strips, inner, more } = pits(three, 968, 728, false);
    expect(strips.map((one) => [one.index, one.stake])).toEqual([
      [1, 2],
      [2, 6],
    ]);
    expect(more).toBe(0);
    expect(inner.y).toBe(66 + 2 * 74);
  });
  it("lie within each other", () => {
    const { strips, inner } = pits(three, 390, 712, true);
    const boxes = [...strips.map((one) => one.box), inner];
    for (let i = 1; i < boxes.length; i++) {
      expect(boxes[i]!.x).toBeGreaterThan(boxes[i - 1]!.x);
      expect(boxes[i]!.y + boxes[i]!.height).toBeLessThan(boxes[i - 1]!.y + boxes[i - 1]!.height);
    }
  });
  it("on a phone lying down all outer ones are a line", () => {
    const { strips, more, inner } = pits(three, 740, 390, false);
    expect([strips.length, more]).toEqual([0, 2]);
    expect(inner.height).toBeGreaterThan(250);
  });
  it("deeper than three become one line", () => {
    const { strips, more } = pits([...three, battle(3, 8), battle(4, 10)], 968, 728, false);
    expect(more).toBe(2);
    expect(strips.map((one) => one.index)).toEqual([3, 4]);
  });
});
