import { describe, expect, it } from "vitest";
import { placed, type Box, type Placed } from "./leaders";

const flat = (y: number) => Array.from({ length: 101 }, (_, i) => ({ x: i * 10, y, top: y, bottom: y }));
const room = { left: 0, top: 100, width: 1000, height: 300 };
const size = { width: 200, height: 40 };
const crosses = (a: Box, b: Box) =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
const pole = ({ leader: { x, from, to } }: Placed): Box => ({
  left: x,
  top: Math.min(from, to),
  width: 1,
  height: Math.abs(to - from),
});

describe("labels with leaders", () => {
  it("stand above their point, the leader along their side", () =>
    expect(placed([flat(250)[30]!], [size], flat(250), room, [])).toEqual([
      { left: 300, top: 200, ...size, before: false, above: true, leader: { x: 300, from: 250, to: 200 } },
    ]));
  it("lie to the left where there is no room to the right", () =>
    expect(placed([flat(250)[95]!], [size], flat(250), room, [])[0]).toMatchObject({ left: 750, before: true }));
  it("stand beside all that is drawn along them", () => {
    const high = flat(250).map((one) => (one.x === 400 ? { ...one, top: 130 } : one));
    expect(placed([high[30]!], [size], high, room, [])[0]).toMatchObject({ left: 300, top: 260, above: false });
  });
  it("keep clear of what else stands there", () => {
    const chip = { left: 0, top: 340, width: 320, height: 40 };
    const low = flat(120);
    expect(placed([low[20]!], [size], low, room, [])[0]).toMatchObject({ top: 130 });
    const below = { left: 0, top: 125, width: 320, height: 40 };
    expect(placed([low[20]!], [size], low, room, [below, chip])[0]).toBeNull();
  });
  it("span no other point if they can", () =>
    expect(
      placed([flat(250)[30]!, flat(250)[40]!], [size, size], flat(250), room, []).map((one) => [
        one?.left,
        one?.before,
      ]),
    ).toEqual([
      [100, true],
      [400, false],
    ]));
  it("never meet, nor cross a leader, wherever points lie", () => {
    let seed = 7;
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    for (let game = 0; game < 300; game++) {
      let y = 250;
      const line = flat(0).map((one) => {
        y = Math.min(390, Math.max(110, y + 60 * (random() - 0.5)));
        return { x: one.x, y, top: y - 30 * random(), bottom: y + 30 * random() };
      });
      const points = Array.from({ length: 5 }, () => line[Math.floor(random() * line.length)]!);
      const all = placed(
        points,
        points.map(() => ({ width: 120 + 80 * random(), height: 20 + 40 * random() })),
        line,
        room,
        [],
      ).filter((one) => one !== null);
      for (const [i, one] of all.entries()) {
        expect(one.left >= 0 && one.left + one.width <= 1000 && one.top >= 100 && one.top + one.height <= 400).toBe(
          true,
        );
        for (const other of all.slice(i + 1)) {
          expect(crosses(one, other)).toBe(false);
          expect(crosses(one, pole(other)) || crosses(pole(one), other)).toBe(false);
        }
      }
    }
  });
});
