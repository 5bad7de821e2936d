import { expect, it } from "vitest";
import { append } from "../film/compile";
import { faceAt, resting } from "../film/timeline";
import { TURN_UP } from "../film/timings";
import type { Step } from "../wire";
import { choiceAfter } from "./reacting.svelte";

const reaction = { act: "slap", passes: "pass", step: 50, window: 1500 };

it("a time counts up to the next step, and after the window the card lies", () => {
  expect([0, 12, 50, 50.1, 412.7, 1500, 1500.1].map((time) => choiceAfter(reaction, time))).toEqual([
    "slap 50",
    "slap 50",
    "slap 50",
    "slap 100",
    "slap 450",
    "slap 1500",
    "pass",
  ]);
});

it("the time begins when the card that is turned up shows its face", () => {
  const piles = { "deck 0": { count: 1 }, "deck 1": { count: 2 }, pot: { count: 1, cards: ["9D"] } };
  const view = { seat: 0, turns: 1, over: false, piles, state: {}, told: {}, shares: [1, 2] };
  const step: Step = {
    seq: 1,
    events: [{ kind: "turn_up", seat: 0, card: "9D", from: "deck 0", to: "pot", text: "You turn up 9♦." }],
    view,
    question: null,
  };
  const rules = { seats: 2, me: 0, counting: { piles: ["deck"] }, bySeat: [], drama: {} as never, holds: false };
  const film = append(resting(), step, 1000, rules);
  const [from, to] = TURN_UP.flip;
  expect(faceAt(film, 1000, false)).toBe(1000 + (from + to) / 2);
  expect(faceAt(film, 1000, true)).toBe(1000 + TURN_UP.flight);
  expect(faceAt(film, 1000 + to + 1, false)).toBe(1000 + to + 1);
});
