import { expect, it } from "vitest";
import { holds, place } from "./callouts";

const ROOM = { width: 400, height: 300 };
const SIZE = { width: 100, height: 42 };

it("a callout stands above its point, its tail in the middle", () =>
  // 200 - 50 = 150; its lower edge is 11 + 3 above the point: 150 - 14 - 42 = 94.
  expect(place([{ x: 200, y: 150 }], SIZE, ROOM, [])).toEqual({
    x: 150,
    y: 94,
    width: 100,
    height: 42,
    tail: 50,
    below: false,
  }));
it("at an edge it moves aside, and the tail stays at the point", () => {
  const found = place([{ x: 30, y: 150 }], SIZE, ROOM, [])!;
  expect([found.x, found.x + found.tail]).toEqual([18, 30]);
});
it("over a card it does not stand: it goes below", () => {
  const card = { x: 0, y: 20, width: 400, height: 120 };
  expect(place([{ x: 200, y: 150 }], SIZE, ROOM, [card])).toMatchObject({ y: 164, below: true });
});
it("where nothing is free there is none", () => {
  const all = { x: 0, y: 0, width: 400, height: 300 };
  expect(place([{ x: 200, y: 150 }], SIZE, ROOM, [all])).toBeNull();
});
it("a line is shown only under house rules that it names", () => {
  const line = { at: "states", text: "Most points win.", when: { end_check: ["dice"], missions: [false] } } as const;
  const told = line as unknown as Parameters<typeof holds>[0];
  expect(holds(told, { end_check: "dice", missions: false, rounds: 10 })).toBe(true);
  expect(holds(told, { end_check: "conquest", missions: false })).toBe(false);
  expect(holds(told, { end_check: "dice", missions: true })).toBe(false);
  expect(holds({ at: "states", text: "Yours." }, {})).toBe(true);
});
