import { expect, it } from "vitest";
import { choicesOf } from "../table/choices";
import type { Question } from "../wire";
import type { Arm } from "./arms";
import { actionsOf } from "./actions";
import type { Board } from "./board.svelte";
import { bringing, cardsIn, litSet } from "./hand";
import type { Orders } from "./orders.svelte";

const ARMS: Record<string, Arm> = {
  EGYPT: "cannon",
  URAL: "cavalry",
  EUROPE: "cavalry",
  BAIKAL: "cannon",
  YAKUTIA: "infantry",
};
const OWN = new Set(["EGYPT", "EUROPE", "YAKUTIA"]);
const TRADES = ["trade EGYPT URAL YAKUTIA", "trade EGYPT EUROPE YAKUTIA", "trade URAL BAIKAL YAKUTIA"];

function table(verb: string | null, cards: string[] = []): [Board, Orders] {
  const choices = verb === "trade" ? choicesOf({ seat: 0, choices: [...TRADES, "keep"] } as unknown as Question) : [];
  const board = {
    choices,
    hand: Object.keys(ARMS),
    sets: { tris: "boxed", traded: 0 },
    company: null,
    director: { log: [] },
    stateOf: (name: string) => ({ title: name }),
    armOf: (card: string) => ARMS[card]!,
    forOwn: (all: readonly string[]) => 2 * all.filter((card) => OWN.has(card)).length,
  };
  return [board as unknown as Board, { verb, cards, assaults: [], attacking: false } as unknown as Orders];
}

it("outlines the cards that the first button trades, not another set of the same arms", () => {
  const [board, orders] = table("trade");
  expect(actionsOf(board, orders)[0]!.label).toBe("Trade egypt, europe, yakutia: 16 tanks");
  expect(litSet(board, orders)).toEqual(["EGYPT", "EUROPE", "YAKUTIA"]);
  expect(bringing(board, litSet(board, orders))).toBe("10 + 6");
});

it("follows the cards that are picked, and outlines none where they make no set", () => {
  expect(litSet(...table("trade", ["BAIKAL"]))).toEqual(["URAL", "BAIKAL", "YAKUTIA"]);
  expect(litSet(...table("trade", ["EGYPT", "BAIKAL"]))).toEqual([]);
});

it("outlines the set that brings most while nothing is traded", () => {
  const [board, orders] = table(null);
  expect(litSet(board, orders)).toEqual(["EGYPT", "EUROPE", "YAKUTIA"]);
  expect(bringing(board, ["URAL", "BAIKAL", "YAKUTIA"])).toBe("10 + 2");
});

it("makes cards narrower until all of them have room, but no narrower than a finger hits", () => {
  expect([3, 5, 6, 9].map((n) => cardsIn(n, 276, 4, true).width)).toEqual([64, 52, 44, 44]);
  expect([6, 7].map((n) => cardsIn(n, 276, 4, false).width)).toEqual([42, 40]);
});

it("lets the narrowest cards overlap, so that the last of them is seen whole", () => {
  for (const touch of [true, false])
    for (let n = 2; n <= 10; n++) {
      const { width, gap } = cardsIn(n, 276, 4, touch);
      expect(n * width + (n - 1) * gap, `${n} cards`).toBeLessThanOrEqual(276);
      expect(width + gap).toBeGreaterThanOrEqual(23);
    }
});
