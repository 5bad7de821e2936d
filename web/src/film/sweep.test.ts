// A battle closes when its own cards are collected, also where others stay between the players.
import { expect, it } from "vitest";
import { Director } from "../table/director.svelte";
import type { GameEvent, Step } from "../wire";
import { LAYOUT, Stepped, up, view } from "./testing";

it("a war of two rows beside a pile closes the mouth, and the pile stays", () => {
  const director = new Director(2, 0, LAYOUT, { battle: ["war"] });
  director.lay({ ...view(0, 26), piles: { ...view(0, 26).piles, "deck 1": { count: 26 } } }, null);
  director.speed = Infinity;
  const row = (seat: number, card: string): GameEvent => ({ ...up(seat, card), to: `field ${seat}` });
  const pile = { ...view(1, 26).piles, pot: { count: 2, cards: ["TH", "TS"] }, "field 0": { count: 0 } };
  const step: Step = {
    seq: 1,
    question: null,
    view: { ...view(1, 26), piles: { ...pile, "deck 0": { count: 26 }, "deck 1": { count: 24 } } },
    events: [
      up(0, "TS"),
      up(1, "TH"),
      { kind: "war", text: "War!" },
      row(0, "6S"),
      row(1, "5H"),
      { kind: "pour", from: "field 0", to: "deck 0" },
      { kind: "pour", from: "field 1", to: "deck 0" },
      { kind: "rows", seat: 0, text: "You take both rows." },
    ],
  };
  director.receive(step);
  expect(director.battles).toEqual([]);
  expect(director.stake).toBe(2);
});

it("a pile that is turned over stays its seat's own while it flies", () => {
  const frames = new Stepped();
  const director = new Director(2, 0, { ...LAYOUT, counts: { piles: ["deck", "won"] } }, { battle: ["war"] }, frames);
  const piles = {
    "deck 0": { count: 0 },
    "won 0": { count: 20 },
    "deck 1": { count: 32 },
    pot: { count: 0, cards: [] },
  };
  const held = [20];
  director.lay({ ...view(0, 0), piles }, null);
  director.receive({
    seq: 1,
    question: null,
    view: { ...view(1, 20), piles: { ...view(1, 20).piles, "won 0": { count: 0 } } },
    events: [{ kind: "turn_pile", seat: 0, from: "won 0", to: "deck 0", text: "You turn your pile over." }],
  });
  for (; director.running && frames.now < 5000; frames.step(16)) held.push(director.shareOf(0));
  expect(held.length).toBeGreaterThan(5);
  expect(new Set(held)).toEqual(new Set([20]));
});
