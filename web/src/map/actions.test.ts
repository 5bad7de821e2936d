import { expect, it } from "vitest";
import type { Question } from "../wire";
import { choicesOf } from "../table/choices";
import { actionsOf, hasMoreSets } from "./actions";
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

/** The labels of the buttons while tanks move into a conquered state, and what the last one sends. */
function occupying(numbers: number[]) {
  const parts = numbers.map((number) => ({ verb: "occupy", number }));
  const texts = numbers.map((number) => `occupy ${number}`);
  const choices = choicesOf({ seat: 0, choices: texts, parts } as unknown as Question);
  const director = { log: [{ events: [{ kind: "conquer", state: "peru" }] }] };
  const board = { choices, options: {}, company: null, director, given: {}, stateOf: () => ({ title: "Peru" }) };
  const sent: string[] = [];
  const send = (choice: string) => sent.push(choice);
  const orders = { verb: "occupy", reach: new Set(), assaults: [], attacking: false, asked: null, send };
  const actions = actionsOf(board as unknown as Board, orders as unknown as Orders);
  actions.at(-1)!.run();
  return { labels: actions.map((one) => one.label), sent };
}

it("moves the fewest tanks with one press, where there are many numbers", () => {
  expect(occupying([3, 4, 5])).toEqual({ labels: ["Move 5 into Peru", "Move only 3"], sent: ["occupy 3"] });
  expect(occupying([3, 4])).toEqual({ labels: ["Move 4 into Peru"], sent: ["occupy 4"] });
});

/** The labels of the buttons while I may trade: before a trade of this turn, or after one, with cards that I have picked. */
function trading(events: object[], cards: string[] = [], keep = true) {
  const sets = ["EGYPT URAL PERU", "EGYPT URAL CHINA", "EGYPT PERU CHINA", "URAL PERU CHINA"];
  const texts = [...sets.map((set) => `trade ${set}`), ...(keep ? ["keep"] : [])];
  const choices = choicesOf({ seat: 0, choices: texts } as unknown as Question);
  const board = {
    choices,
    options: {},
    company: null,
    director: { log: [{ events }] },
    given: {},
    me: 0,
    mustTrade: !keep,
    sets: { tris: "boxed", traded: 0 },
    armOf: () => "cannon",
    forOwn: () => 0,
    stateOf: () => ({ title: "Peru" }),
  } as unknown as Board;
  const orders = { verb: "trade", reach: new Set(), assaults: [], attacking: false, cards } as unknown as Orders;
  return { labels: actionsOf(board, orders).map((one) => one.label.split(" ")[0]), more: hasMoreSets(board) };
}

it("Enter keeps the cards after a trade, unless another trade is forced or picked", () => {
  const traded = [{ kind: "tris", seat: 0, number: 10 }];
  expect(trading([]).labels).toEqual(["Trade", "Trade", "Keep"]);
  expect(trading([{ kind: "tris", seat: 1 }]).labels[0]).toBe("Trade");
  expect(trading(traded).labels).toEqual(["Keep", "Trade", "Trade"]);
  expect(trading(traded, ["EGYPT"]).labels[0]).toBe("Trade");
  expect(trading(traded, [], false).labels).toEqual(["Trade", "Trade", "Trade"]);
});

it("says that there are more sets than buttons, and each of them can be picked by its cards", () => {
  expect(trading([]).more).toBe(true);
  for (const set of ["EGYPT URAL PERU", "URAL PERU CHINA"])
    expect(trading([], set.split(" ")).labels).toEqual(["Trade", "Keep"]);
});

/** The labels of the buttons while another player plays. */
function waiting(isOut: boolean, other: string) {
  const director = { running: true, speed: 1, view: {}, finish: () => {}, me: 0 };
  const seats = [
    { seat: 0, kind: "person" },
    { seat: 1, kind: other },
  ];
  const given = { director, seats, company: null, selfStarting: true, ongo: () => {} };
  const names = ["You", "B"];
  const board = { choices: [], options: {}, company: null, director, given, me: 0, names, isOut, stateOf: () => null };
  const orders = { reach: new Set(), assaults: [], attacking: false };
  const actions = actionsOf(board as unknown as Board, orders as unknown as Orders);
  actions.find((one) => one.key === "F")?.run();
  return { labels: actions.map((one) => one.label), speed: director.speed };
}

it("shows the rest at once to a player who is out, unless people play on", () => {
  expect(waiting(true, "bot")).toEqual({ labels: ["Skip ahead", "Finish"], speed: Infinity });
  expect(waiting(true, "person").labels).toEqual(["Skip ahead"]);
  expect(waiting(false, "bot").labels).toEqual(["Skip ahead"]);
});
