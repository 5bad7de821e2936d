import { expect, it } from "vitest";
import { conquered } from "./conquest";
import type { GameMap } from "./map";

const state = (name: string, x: number) => ({ name, title: name, label: [x, 0], shape: [[x - 5, 0, x + 5, 0, x, 5]] });
const map = { states: [state("a", 0), state("b", 10), state("c", 30)] } as unknown as Pick<GameMap, "states">;

it("a state's new colour comes from the conqueror's nearest, and reaches over all of it", () => {
  expect(conquered(map, { a: 0, b: 1, c: 0 }, { a: 0, b: 0, c: 0 })).toEqual({
    name: "b",
    was: 1,
    now: 0,
    at: [0, 0],
    reach: 15,
  });
});

it("where nothing falls, or a whole table is laid, nothing floods", () => {
  expect(conquered(map, { a: 0, b: 1, c: 0 }, { a: 0, b: 1, c: 0 })).toBeNull();
  expect(conquered(map, { a: 0, b: 0, c: 0 }, { a: 1, b: 2, c: 0 })).toBeNull();
  expect(conquered(map, {}, { a: 1, b: 2, c: 0 })).toBeNull();
});
