import { expect, it } from "vitest";
import type { View } from "../wire";
import { openHands } from "./hands";

const view = (piles: object) => ({ piles }) as View;

it("every hand whose cards are known lies open, an empty one too", () =>
  expect(
    openHands(
      view({
        "hand 0": { count: 2, cards: ["BLITZ", "TACKLE"] },
        "hand 1": { count: 1, cards: ["FUMBLE"] },
        "hand 2": { count: 0, cards: [] },
        "field 0": { count: 1, cards: ["TOUCHDOWN"] },
      }),
      3,
    ),
  ).toEqual([
    { seat: 0, cards: ["BLITZ", "TACKLE"] },
    { seat: 1, cards: ["FUMBLE"] },
    { seat: 2, cards: [] },
  ]));

it("through a player's eyes the others' hands stay hidden", () =>
  expect(
    openHands(
      view({
        "hand 0": { count: 1, cards: ["BLITZ"] },
        "hand 1": { count: 1 },
        "hand 2": { count: 2, cards: ["??", "??"] },
      }),
      3,
    ),
  ).toEqual([{ seat: 0, cards: ["BLITZ"] }]));

it("there are none where nobody holds a card", () => {
  expect(openHands(view({ "hand 0": { count: 0, cards: [] }, "hand 1": { count: 0, cards: [] } }), 2)).toEqual([]);
  expect(openHands(view({ "deck 0": { count: 1, cards: ["AS"] } }), 2)).toEqual([]);
});
