import { describe, expect, it } from "vitest";
import { labelled, leftsOf } from "./labels";

describe("labels of a line", () => {
  const flat = Array.from({ length: 60 }, (_, i) => ({ x: i * 10, y: 200, top: 200, bottom: 200 }));
  const size = { width: 100, height: 40 };
  const room = { top: 100, bottom: 400 };
  const at = (left: number, y = 200) => ({ lefts: [left], x: left, y });
  const crosses = (line: readonly { x: number; top: number; bottom: number }[], left: number, top: number) =>
    line.some((one) => one.x >= left && one.x <= left + size.width && one.bottom > top && one.top < top + size.height);
  it("stand beside what is drawn along them, not on it", () => {
    const deep = flat.map((one) => (one.x === 350 ? { ...one, bottom: 290 } : one));
    expect(labelled([at(0)], flat, size, room)).toEqual([{ left: 0, top: 208 }]);
    expect(labelled([at(300)], deep, size, { ...room, top: 180 })).toEqual([{ left: 300, top: 300 }]);
  });
  it("stand in a gap between high and low ground, or on the other side of the point", () => {
    // Low ground that jumps up at 400, where the room has no place below it and the jump fills the right.
    const jump = flat.map((one) => ({
      ...one,
      y: one.x < 400 ? 390 : 110,
      top: one.x < 400 ? 370 : 100,
      bottom: one.x < 400 ? 395 : 395,
    }));
    const [found] = labelled([{ lefts: [400, 300, 260], x: 400, y: 110 }], jump, size, room);
    expect(found!.left).toBe(260);
    expect(crosses(jump, found!.left, found!.top)).toBe(false);
  });
  it("do not stand on the steep part between two turns", () => {
    const steep = [
      { x: 0, y: 100, top: 100, bottom: 100 },
      { x: 200, y: 300, top: 300, bottom: 300 },
    ];
    const [found] = labelled([{ lefts: [50], x: 50, y: 150 }], steep, size, room);
    expect(found!.top).toBeGreaterThanOrEqual(300);
  });
  it("do not lie on each other", () => {
    const [first, second] = labelled([at(0), at(60)], flat, size, room);
    expect(Math.abs(first!.top - second!.top)).toBeGreaterThanOrEqual(size.height);
  });
  it("stay where there is room for them", () =>
    expect(labelled([at(0)], flat, size, { top: 190, bottom: 230 })).toEqual([{ left: 0, top: 190 }]));
  it("do not lie on each other where neither has room beside the line", () => {
    const [first, second] = labelled([at(0), at(60)], flat, size, { top: 160, bottom: 245 });
    expect([first!.top, second!.top <= 205 - size.height]).toEqual([205, true]);
  });
});

describe("the places where a label may begin", () => {
  const edges = { from: 4, to: 878 };
  it("are beside its point, to the right before the left", () =>
    expect(leftsOf(400, 190, edges)).toEqual([400, 210, 440, 170]));
  it("lie between the edges, also for a point beyond them", () => {
    expect(leftsOf(942, 190, edges)).toEqual([688]);
    expect(leftsOf(0, 190, edges)).toEqual([40]);
    for (let x = 0; x <= 968; x += 2)
      for (const left of leftsOf(x, 190, edges)) expect(left >= 4 && left + 190 <= 878).toBe(true);
  });
});
