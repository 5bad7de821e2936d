import { expect, it } from "vitest";
import type { GameEvent, Milestone } from "../wire";
import { stopsAt } from "./until";

const SCENARIO: Milestone = { kind: "scenario", label: "To the next scenario", one: "scenario", many: "scenarios" };
const turn = (kinds: string[], over = false) => ({
  events: kinds.map((kind): GameEvent => ({ kind })),
  question: null,
  view: { over } as never,
});
const stops = (kinds: string[], milestone: Milestone | null) => stopsAt(turn(kinds), "milestone", milestone);

it("stops at the milestone of the game, in a game without wars too", () => {
  expect(stops(["turn_up", "turn_up", "battle", "scenario", "win"], SCENARIO)).toBe(true);
  expect(stops(["turn_up", "turn_up", "battle", "win"], SCENARIO)).toBe(false);
  expect(stops(["turn_up", "turn_up", "war", "win"], SCENARIO)).toBe(false);
});
it("passes every milestone on the way to the end", () =>
  expect(stopsAt(turn(["scenario"]), "end", SCENARIO)).toBe(false));
it("stops at a question and at the end of the game, whatever was asked for", () => {
  const question = { seat: 0, choices: [] } as never;
  expect(stopsAt({ ...turn([]), question }, "end", null)).toBe(true);
  expect(stopsAt(turn([], true), "milestone", SCENARIO)).toBe(true);
});
