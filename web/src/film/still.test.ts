import { expect, it } from "vitest";
import { layoutOf } from "../table/layouts/index";
import { BLANK, settled } from "./still";

it("a bet of one that wins is one chip, though the server counts two halves", () => {
  const page = { ground: "house", share: { counter: "bet", unit: 2 } };
  const { counts } = layoutOf({ game: "casino-war", page } as never, 1);
  const view = { seat: 0, turns: 1, over: false, piles: {}, state: { "gain 0": 2, "bet 0": 0 } };
  expect(settled(BLANK, view as never, null, 1, counts).gains).toEqual([[1]]);
});
