import { expect, it } from "vitest";
import type { GameEvent } from "../wire";
import { mineLast } from "./director.svelte";

const up = (seat: number): GameEvent => ({ kind: "turn_up", seat });
const order = (events: GameEvent[]) => mineLast(events, 0).map((one) => `${one.kind} ${one.seat ?? ""}`.trim());

it("in a war my card is the last to be turned up", () => {
  expect(order([{ kind: "war" }, up(0), up(1), { kind: "win", seat: 1 }])).toEqual(["war", "turn_up 1", "turn_up 0", "win 1"]);
});
it("in a plain turn nothing waits", () => expect(order([up(0), up(1)])).toEqual(["turn_up 0", "turn_up 1"]));
it("no event is lost or told twice", () => {
  const events = [up(0), up(1), { kind: "war" }, up(0), up(1), up(2), { kind: "war" }, up(0), up(1)];
  expect(mineLast(events, 0)).toHaveLength(events.length);
  expect(new Set(mineLast(events, 0))).toEqual(new Set(events));
});
