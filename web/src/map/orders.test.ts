import { expect, it } from "vitest";
import type { Question } from "../wire";
import { choicesOf } from "../table/choices";
import { actionsOf } from "./actions";
import type { Board } from "./board.svelte";
import { Orders } from "./orders.svelte";

/** After a conquest of Congo from the Sahara: 20 tanks may follow, and both states may attack. */
function conquered() {
  const attack = (states: [string, string]) => [3, 2, 1].map((number) => ({ verb: "attack", states, number }));
  const follow = Array.from({ length: 20 }, (_, i) => ({ verb: "move", states: ["sahara", "congo"], number: i + 1 }));
  const parts = [
    ...attack(["sahara", "brazil"]),
    ...attack(["congo", "egypt"]),
    ...follow,
    { verb: "bomb", states: ["sahara", "brazil"] },
    { verb: "stop" },
  ];
  const choices = parts.map((part) => `${part.verb} ${"states" in part ? part.states!.join(">") : ""}`);
  const state = (name: string) => ({ name, title: name, label: [0, 0], shape: [] });
  const board = {
    choices: choicesOf({ seat: 0, question: "attack", choices, parts } as unknown as Question),
    owners: { sahara: 0, congo: 0, brazil: 1, egypt: 1 },
    me: 0,
    options: {},
    map: { states: [], width: 100 },
    director: { running: false },
    given: {},
    company: null,
    stateOf: (name: string | null) => (name ? state(name) : null),
  } as unknown as Board;
  return { board, orders: new Orders(board, null) };
}

it("tanks follow into a conquered state: that is no attack, and has no odds", () => {
  const { board, orders } = conquered();
  orders.pick("sahara");
  expect([...orders.reach]).toEqual(["brazil", "congo"]);
  orders.pick("congo");
  expect([orders.from, orders.to, orders.attacking, orders.fight]).toEqual(["sahara", "congo", false, null]);
  const [first] = actionsOf(board, orders);
  expect(first?.label).toBe("Move 20 to congo");
});

it("beside a chosen attack my own state is no target, though tanks may follow into it", () => {
  const { orders } = conquered();
  orders.pick("sahara");
  expect([...orders.targets]).toEqual(["brazil", "congo"]);
  orders.pick("brazil");
  expect([...orders.targets]).toEqual(["brazil"]);
  expect(orders.reach.has("congo")).toBe(true);
});

it("after a last roll nothing is composed, and the next turn of mine does not go on rolling", () => {
  const { board } = conquered();
  const rolled = (running: boolean, told = "attack") => {
    // No stack is left that can attack.
    const director = { running, log: [{ events: [{ kind: told }] }] };
    const orders = new Orders({ ...board, choices: [], director } as unknown as Board, ["sahara", "brazil"]);
    [orders.rolling, orders.storming] = [3, true];
    return orders;
  };
  expect(rolled(true).fight?.b.name).toBe("brazil");
  for (const told of ["conquer", "rest", "end"]) expect(rolled(true, told).fight, told).toBeNull();
  const still = rolled(false);
  expect(still.fight).toBeNull();
  still.ends();
  expect([still.from, still.to, still.rolling, still.storming]).toEqual([null, null, 0, false]);
});

it("a second press on a conquered state attacks from there", () => {
  const { orders } = conquered();
  for (const state of ["sahara", "congo", "congo"]) orders.pick(state);
  expect([orders.from, orders.to, [...orders.reach]]).toEqual(["congo", null, ["egypt"]]);
  orders.pick("egypt");
  expect([orders.attacking, orders.most, orders.fight !== null]).toEqual([true, 3, true]);
});

it("a state that can do nothing more is let go, and one that can stays chosen", () => {
  const { board, orders } = conquered();
  orders.pick("sahara");
  orders.pick("brazil");
  orders.settle();
  expect([orders.from, orders.to]).toEqual(["sahara", "brazil"]);
  // Madagascar has moved all its tanks but one in.
  Object.assign(board.owners, { madagascar: 0 });
  [orders.from, orders.to] = ["madagascar", null];
  orders.settle();
  expect(orders.from).toBeNull();
});

it("a second press on the state for my tanks leaves it chosen, with the number of tanks", () => {
  const parts = [1, 2, 3].map((number) => ({ verb: "place", states: ["peru"], number }));
  const choices = choicesOf({ seat: 0, choices: parts.map((one) => `place peru ${one.number}`), parts } as never);
  const board = { choices, owners: { peru: 0 }, me: 0, stateOf: () => null } as unknown as Board;
  const orders = new Orders(board, null);
  orders.pick("peru");
  orders.asked = 2;
  orders.pick("peru");
  expect([orders.from, orders.asked]).toEqual(["peru", 2]);
});
