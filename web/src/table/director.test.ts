import { expect, it } from "vitest";
import type { GameEvent } from "../wire";
import { mineLast } from "../film/order";
import { Director } from "./director.svelte";

const up = (seat: number): GameEvent => ({ kind: "turn_up", seat });
const WAR = { battle: ["war"], suspense: true };
const order = (events: GameEvent[]) => mineLast(events, 0, WAR).map((one) => `${one.kind} ${one.seat ?? ""}`.trim());

it("in a war my card is the last to be turned up", () => {
  expect(order([{ kind: "war" }, up(0), up(1), { kind: "win", seat: 1 }])).toEqual([
    "war",
    "turn_up 1",
    "turn_up 0",
    "win 1",
  ]);
});
it("in a plain turn nothing waits", () => expect(order([up(0), up(1)])).toEqual(["turn_up 0", "turn_up 1"]));
it("no event is lost or told twice", () => {
  const events = [up(0), up(1), { kind: "war" }, up(0), up(1), up(2), { kind: "war" }, up(0), up(1)];
  expect(mineLast(events, 0, WAR)).toHaveLength(events.length);
  expect(new Set(mineLast(events, 0, WAR))).toEqual(new Set(events));
});

it("what takes no time is there at once: a turn is not drawn event by event when it is skipped", () => {
  const director = new Director(2, 0, { counts: { piles: ["deck"] }, bySeat: ["pot"] }, WAR);
  const laid = {
    seat: 0,
    turns: 0,
    over: false,
    piles: { "deck 0": { count: 2 }, "deck 1": { count: 2 }, pot: { count: 0, cards: [] } },
    state: {},
  };
  director.lay(laid as never, null);
  director.speed = Infinity;
  const after = {
    ...laid,
    turns: 1,
    piles: { "deck 0": { count: 1 }, "deck 1": { count: 1 }, pot: { count: 2, cards: ["KS", "KD"] } },
  };
  const events = [
    { kind: "turn_up", seat: 0, card: "KD", from: "deck 0", to: "pot" },
    { kind: "turn_up", seat: 1, card: "KS", from: "deck 1", to: "pot" },
  ];
  director.receive({ seq: 1, events, view: after, question: null } as never);
  expect(director.running).toBe(false);
  expect(director.tableau.get("pot")?.map((slot) => slot.code)).toEqual(["KS", "KD"]);
});
