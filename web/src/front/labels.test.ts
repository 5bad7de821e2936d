import { describe, expect, it } from "vitest";
import { labelled } from "./labels";

describe("labels of a line", () => {
  const flat = Array.from({ length: 60 }, (_, i) => ({ x: i * 10, y: 200, top: 200, bottom: 200 }));
  const size = { width: 100, height: 40 };
  const room = { top: 100, bottom: 400 };
  it("stand beside what is drawn along them, not on it", () => {
    const deep = flat.map((one) => (one.x === 350 ? { ...one, bottom: 290 } : one));
    expect(labelled([{ left: 0, y: 200 }], flat, size, room)).toEqual([152]);
    expect(labelled([{ left: 300, y: 200 }], deep, size, { ...room, top: 180 })).toEqual([300]);
  });
  it("do not lie on each other", () =>
    expect(
      labelled(
        [
          { left: 0, y: 200 },
          { left: 60, y: 200 },
        ],
        flat,
        size,
        room,
      ),
    ).toEqual([152, 210]));
  it("stay where there is room for them", () =>
    expect(labelled([{ left: 0, y: 200 }], flat, size, { top: 190, bottom: 230 })).toEqual([190]));
  it("do not lie on each other where neither has room beside the line", () => {
    const points = [
      { left: 0, y: 200 },
      { left: 60, y: 200 },
    ];
    expect(labelled(points, flat, size, { top: 160, bottom: 245 })).toEqual([205, 165]);
  });
});
