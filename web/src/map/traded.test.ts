import { expect, it } from "vitest";
import type { GameEvent } from "../wire";
import { tradedNow } from "./traded";

const lays = (card: string, seat = 1): GameEvent => ({ kind: "move", seat, card, from: `hand ${seat}`, to: "discard" });
const SUM: GameEvent = { kind: "tris", seat: 1, number: 10, own: 0 };
const BEGINS: GameEvent = { kind: "reinforce", seat: 1, number: 3, continents: 0 };
const SET = ["brazil", "britain", "JK1"];

it("the cards that another player trades lie open one by one, until their sum has been read", () => {
  expect(tradedNow([BEGINS], 0)).toEqual([]);
  expect(tradedNow([BEGINS, lays("brazil")], 0)).toEqual(["brazil"]);
  expect(tradedNow([BEGINS, ...SET.map((card) => lays(card))], 0)).toEqual(SET);
  expect(tradedNow([BEGINS, ...SET.map((card) => lays(card)), SUM], 0)).toEqual(SET);
  expect(tradedNow([BEGINS, ...SET.map((card) => lays(card)), SUM, { kind: "place", seat: 1 }], 0)).toEqual([]);
});

it("a second set lies alone", () => {
  const first = SET.map((card) => lays(card));
  expect(tradedNow([...first, SUM, lays("peru"), lays("india")], 0)).toEqual(["peru", "india"]);
});

it("my own set lies in my hand until I trade it; a spectator sees every set", () => {
  const mine = SET.map((card) => lays(card, 0));
  expect(tradedNow(mine, 0)).toEqual([]);
  expect(tradedNow(mine, null)).toEqual(SET);
});
