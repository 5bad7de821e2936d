import { expect, it } from "vitest";
import { Board } from "./board.svelte";

const bomb = { kind: "bomb", seat: 1, origin: "peru", state: "chile" };
const attack = { kind: "attack", seat: 1, origin: "peru", state: "chile" };
function after(...events: object[]) {
  const map = { states: ["peru", "chile"].map((name) => ({ name, title: name })) };
  const director = { log: [{ events }], view: { state: {} }, me: 0 };
  const board = new Board(() => ({ map, given: { director, seats: [] }, options: {} }) as never);
  return board.dropped && [board.dropped.origin, board.dropped.state];
}

it("the two states of a bomb are lit while its sentence is the last one", () => {
  expect(after(bomb)).toEqual(["peru", "chile"]);
  expect(after(bomb, attack)).toBeNull();
  expect(after(attack)).toBeNull();
});
