import { expect, it } from "vitest";
import type { View } from "../wire";
import { counts, laid, tale, turningPoints } from "./tale";

const view = (turns: number, near: number, far: number): View => ({
  seat: 0, turns, over: false, state: {}, told: {}, shares: [],
  piles: { "deck 0": { count: near }, "won 0": { count: 0 }, "deck 1": { count: far } },
});
const up = (seat: number, card: string) => ({ kind: "turn_up", seat, card, from: `deck ${seat}`, to: "pot" });
const down = (seat: number) => ({ kind: "lay_face_down", seat, card: "??", from: `deck ${seat}`, to: "pot" });
const war = [up(0, "AS"), up(1, "AH"), { kind: "war" }, down(0), down(1), up(0, "2S"), up(1, "3H")];
const told = tale(
  [
    { events: [], view: view(0, 26, 26) },
    { events: [up(0, "KS"), up(1, "2H")], view: view(1, 27, 25) },
    { events: war.slice(0, 4), view: view(2, 24, 22) },
    { events: war.slice(4), view: view(2, 24, 28) },
  ],
  0,
);

it("an answer within a turn belongs to that turn", () => expect(told.map((one) => one.turn)).toEqual([0, 1, 2]));
it("counts wars and what was laid", () => expect(told[2]).toMatchObject({ wars: 1, pot: 6, near: 24, far: 28 }));
it("finds the turn that moved most", () => expect(turningPoints(told, 1, 5)).toEqual([2]));
it("turning points keep apart", () => expect(turningPoints(told, 3, 5)).toEqual([2]));
it("counts what there is", () => expect(counts(told)).toEqual({ wars: 1, battles: 1, fewest: 24, pot: 6, leads: 1 }));
it("shows what a side laid", () =>
  expect(laid(war, 0)).toEqual([{ code: "AS", up: true }, { code: null, up: false }, { code: "2S", up: true }]));
