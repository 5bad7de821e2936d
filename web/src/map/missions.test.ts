import { expect, it } from "vitest";
import type { Board } from "./board.svelte";
import type { GameMap } from "./map";
import { current, goalOf, progress, titledMissions, told } from "./missions";
import { holds } from "./texts";

const MAP = {
  continents: [
    { name: "north", title: "The North" },
    { name: "far-south", title: "The South" },
  ],
  states: ["a", "b", "c", "d", "e", "f", "g"].map((name, i) => ({
    name,
    continent: i < 3 ? "north" : i < 5 ? "far-south" : "else",
  })),
} as unknown as GameMap;
const given = (me: number, fell: Record<number, number> = {}) => ({
  map: MAP,
  owners: { a: 0, b: 0, c: 1, d: 0, e: 1, f: 1, g: 5 },
  me,
  fellTo: (seat: number) => fell[seat] ?? 0,
});

it("a card's name says what it asks for", () => {
  expect(goalOf("north+far-south")).toEqual({ pair: ["north", "far-south"] });
  expect(goalOf("24-states")).toEqual({ states: 24 });
  expect(goalOf("defeat-c")).toEqual({ seat: 2 });
  expect(goalOf("??")).toBe(null);
});
it("a player who is oneself, or fell to somebody else, is no goal: four of seven states are", () => {
  expect(current({ seat: 1 }, given(0))).toEqual({ seat: 1 });
  expect(current({ seat: 0 }, given(0))).toEqual({ states: 4 });
  expect(current({ seat: 1 }, given(0, { 1: 3 }))).toEqual({ states: 4 });
  expect(current({ seat: 1 }, given(0, { 1: 1 }))).toEqual({ seat: 1 });
});
it("the states that a goal needs are counted", () => {
  expect(progress({ pair: ["north", "far-south"] }, given(0))).toEqual({ n: 3, of: 5 });
  expect(progress({ states: 4 }, given(1))).toEqual({ n: 3, of: 4 });
  expect(progress({ seat: 1 }, given(0))).toBe(null);
});
it("in words, in a sentence as well", () => {
  const names = ["You", "Ben"];
  expect(told(MAP, names, { seat: 1 })).toBe("Eliminate Ben");
  expect(titledMissions(MAP, names, "The mission: north+far-south.")).toBe(
    "The mission: Hold The North and The South.",
  );
  expect(titledMissions(MAP, names, "The mission: 8-states.")).toBe("The mission: Hold 8 states.");
});
it("at the end a seat has its states and, if it lies open, its mission", () => {
  const piles = { "mission 0": { count: 1, cards: ["north+far-south"] }, "mission 1": { count: 1, cards: ["??"] } };
  const board = { ...given(0), names: ["Ann", "Ben"], view: { piles } } as unknown as Board;
  expect(holds(board, 0)).toBe("3 states. Mission: Hold The North and The South");
  expect(holds(board, 1)).toBe("3 states");
});
