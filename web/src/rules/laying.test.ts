import { expect, test } from "vitest";
import type { View } from "../wire";
import { mistake, viewOf, written } from "./laying";

test("what is no card of the game is named, and what lies there twice", () => {
  expect(mistake({ "deck 0": "7c, QD", "deck 1": "TS" }, new Set())).toBeNull();
  expect(mistake({ "deck 0": "7C 1Z" }, new Set())).toEqual({ key: "rules.lay.unknown", card: "1Z" });
  expect(mistake({ "deck 0": "7C", "deck 1": "7c" }, new Set())).toEqual({ key: "rules.lay.twice", card: "7C" });
  expect(mistake({ "hand 0": "TD-3" }, new Set(["TD-3"]))).toBeNull();
});

test("a table is sent without the piles on which nothing lies", () => {
  expect(written({ "deck 0": " 7c,QD ", "deck 1": "" })).toEqual({ "deck 0": "7C QD" });
});

test("the table shows what is written, and what else the game counts", () => {
  const view = {
    piles: { "deck 0": { count: 3 }, pot: { count: 1, cards: ["2C"] } },
    state: { wars: 0, turns: 4 },
  } as unknown as View;
  const seen = viewOf(view, { "deck 0": "7C 1Z 7c" }, new Set(), { wars: 2 });
  expect(seen.piles).toEqual({ "deck 0": { count: 1, cards: ["7C"] }, pot: { count: 0, cards: [] } });
  expect(seen.state).toEqual({ wars: 2, turns: 4 });
});
