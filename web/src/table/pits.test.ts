import { describe, expect, it } from "vitest";
import type { Battle } from "../film/still";
import { added, extent, pits, rowed, sized, type Box } from "./pits";

const battle = (depth: number, base: number): Battle => ({
  event: { kind: "battle" },
  depth,
  before: depth,
  down: 0,
  base,
  results: [],
  named: true,
  about: null,
  pair: [],
  outside: new Set(),
  done: null,
  interlude: false,
});
const three = [battle(0, 0), battle(1, 2), battle(2, 6)];

describe("the sum of a decided scenario", () => {
  const done = (number: number | null, ...codes: string[]) => ({ seat: 0, stake: 7, result: "", codes, number });
  it("is its faces, aces one and courts eleven to thirteen, if they come to what was told", () => {
    expect(added(done(25, "QC", "AH", "6C", "5S", "AC"))).toBe("12 + 1 + 6 + 5 + 1");
    expect(added(done(44, "TD", "JC", "KH", "TS"))).toBe("10 + 11 + 13 + 10");
  });
  it("is not told of cards that come to something else, or of one card", () => {
    expect(added(done(24, "QC", "AH", "6C", "5S", "AC"))).toBe("");
    expect(added(done(null, "QC", "AH"))).toBe("");
    expect(added(done(7, "7C"))).toBe("");
  });
});

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
  it("a scenario that is decided is a strip with what it left at stake", () => {
    const done = { seat: 1, stake: 7, result: "You come to 25.", codes: ["QC", "AH"], number: 25 };
    const { strips } = pits([{ ...battle(0, 0), done }, battle(0, 0)], 968, 728, false);
    expect(strips.map((one) => one.stake)).toEqual([7]);
  });
});

const meets = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe("the inmost battle", () => {
  // The felt of 1280, 768, 390 and 360 wide windows, and of a phone lying down.
  const felts = [
    [968, 728, false],
    [768, 952, false],
    [390, 712, true],
    [360, 608, true],
    [360, 508, true],
    [740, 390, false],
  ] as const;
  it.each(felts)("keeps every card off every word on %i by %i", (width, height, phone) => {
    for (let depth = 1; depth <= 5; depth++)
      for (const me of [1, 2, 4, 11, 24])
        for (const far of [1, 3, 9, 20]) {
          const battles = Array.from({ length: depth }, (_, i) => battle(i, 2 * i));
          const { pit } = pits(battles, width, height, phone, { me, far });
          const rows = [extent(pit.far, far), extent(pit.me, me)];
          for (const row of rows) for (const words of [pit.head, pit.stake]) expect(meets(row, words)).toBe(false);
          // The question goes around my cards where it does not stand beside them.
          expect(meets(rows[0]!, pit.ask)).toBe(false);
          if (!phone) expect(meets(rows[1]!, pit.ask)).toBe(false);
          expect(meets(rows[0]!, rows[1]!)).toBe(false);
        }
  });
  it("shows the index of every card of a row", () => {
    // 24 cards in 300: 300 / (1 + 0.27 * 23) = 41.6 wide, 0.27 of that apart.
    const { w, step, x } = rowed(24, 104, 20, 0, 300);
    expect(w).toBeCloseTo(41.6, 1);
    expect(step / w).toBeCloseTo(0.27);
    expect(x - w / 2).toBeCloseTo(20);
  });
  it("makes a title smaller before it breaks it", () => {
    expect(sized("Battalion", 510, 54)).toBe(54);
    // 21 letters of 0.6 in 500: 39.7.
    expect(sized("Crossing the Delaware", 500, 54)).toBe(40);
  });
});
