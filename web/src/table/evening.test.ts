import { beforeEach, expect, it, vi } from "vitest";
import { addGame } from "./evening";

const HOUR = 3600 * 1000;
beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

it("counts each seat's wins over the games of a table, a shared win for both", () => {
  expect(addGame("war ann bot", "r1", 2, [0], 0)).toEqual([1, 0]);
  expect(addGame("war ann bot", "r2", 2, [1], 1)).toEqual([1, 1]);
  expect(addGame("war ann bot", "r3", 2, [0, 1], 2)).toEqual([2, 2]);
});
it("counts a game once, however often its end is seen", () => {
  addGame("war ann bot", "r1", 2, [0], 0);
  expect(addGame("war ann bot", "r1", 2, [0], 1)).toEqual([1, 0]);
});
it("counts a draw for nobody", () => expect(addGame("war ann bot", "r1", 2, [], 0)).toEqual([0, 0]));
it("begins again at another table, and after twelve hours", () => {
  addGame("war ann bot", "r1", 2, [0], 0);
  expect(addGame("31 ann bot", "r2", 2, [1], 1)).toEqual([0, 1]);
  expect(addGame("31 ann bot", "r3", 2, [1], 1 + 12 * HOUR)).toEqual([0, 1]);
});
it("begins again where what was kept cannot be read", () => {
  localStorage.setItem("threedown evening", "{");
  expect(addGame("war ann bot", "r1", 2, [0], 0)).toEqual([1, 0]);
});
