import { expect, it } from "vitest";
import type { Question } from "../wire";
import { choicesOf } from "../table/choices";
import { actionsOf } from "./actions";
import type { Board } from "./board.svelte";
import type { Orders } from "./orders.svelte";

/** The first button while an order is composed: nothing is chosen, or a state that reaches these. */
function first(verb: string, reach: string[], options = {}): string {
  const parts = [{ verb, states: ["peru", "brazil"], number: 1 }];
  const choices = choicesOf({ seat: 0, choices: [`${verb} peru>brazil 1`], parts } as unknown as Question);
  const board = { choices, options, company: null, director: {}, given: {}, stateOf: () => null };
  const orders = { verb, reach: new Set(reach), assaults: [], attacking: false };
  return actionsOf(board as unknown as Board, orders as unknown as Orders)[0]!.label;
}

it("says where to press: first a state of mine, then a neighbour with a dashed border", () => {
  expect(first("attack", [])).toBe("Press one of your states, then a neighbour to attack.");
  expect(first("attack", ["brazil"])).toBe("Now press a neighbour with a dashed border.");
});

it("says where a move ends, by the house rules", () => {
  expect(first("move", [])).toBe("Press a state that sends tanks, then a neighbour of yours.");
  expect(first("move", ["brazil"])).toBe("Now press a neighbour of yours with a dashed border.");
  expect(first("move", ["brazil"], { moves: "connected" })).toBe("Now press a state of yours with a dashed border.");
});

/** The labels of the buttons while tanks move into a conquered state, and what the last one sets. */
function occupying(numbers: number[], asked: number | null = null) {
  const parts = numbers.map((number) => ({ verb: "occupy", number }));
  const texts = numbers.map((number) => `occupy ${number}`);
  const choices = choicesOf({ seat: 0, choices: texts, parts } as unknown as Question);
  const director = { log: [{ events: [{ kind: "conquer", state: "peru" }] }] };
  const board = { choices, options: {}, company: null, director, given: {}, stateOf: () => ({ title: "Peru" }) };
  const orders = { verb: "occupy", reach: new Set(), assaults: [], attacking: false, asked };
  const actions = actionsOf(board as unknown as Board, orders as unknown as Orders);
  actions.at(-1)!.run();
  return { labels: actions.map((one) => one.label), asked: orders.asked };
}

it("offers the fewest tanks with one press, where there are many numbers", () => {
  expect(occupying([3, 4, 5])).toEqual({ labels: ["Move 5 into Peru", "Only 3"], asked: 3 });
});
