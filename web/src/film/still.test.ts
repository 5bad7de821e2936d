import { expect, it } from "vitest";
import { layoutOf } from "../table/layouts/index";
import { BLANK, latestOf, settled, type Battle, type Still } from "./still";

it("a bet of one that wins is one chip, though the server counts two halves", () => {
  const page = { ground: "house", share: { counter: "bet", unit: 2 } };
  const { counts } = layoutOf({ game: "casino-war", page } as never, 1);
  const view = { seat: 0, turns: 1, over: false, piles: {}, state: { "gain 0": 2, "bet 0": 0 } };
  expect(settled(BLANK, view as never, null, 1, counts).gains).toEqual([[1]]);
});

it("two cards that a player takes one after the other are told together, and others' lines alone", () => {
  const line = (kind: string, seat: number, text: string) => ({ kind, seat, text, depth: 0 });
  const first = line("take", 0, "You draw Fumble.");
  const used = line("use", 0, "You use First Down.");
  const [one, two] = [line("take", 0, "You draw End of Quarter."), line("take", 0, "You draw Field Goal.")];
  expect(latestOf([first, used, one, two])).toEqual([one, two]);
  expect(latestOf([first, used, one])).toEqual([one]);
  expect(latestOf([line("take", 1, "Bot 1 draws a card."), one])).toEqual([one]);
  expect(latestOf([])).toEqual([]);
});

it("the course of a game ends before the turn whose battle is still being fought", () => {
  const counting = { piles: ["deck"] };
  const view = (turns: number, pot: number) =>
    ({
      seat: 0,
      turns,
      over: false,
      state: {},
      piles: { "deck 0": { count: 27 - pot }, "deck 1": { count: 27 - pot }, pot: { count: 2 * pot } },
    }) as never;
  const begun = settled(BLANK, view(0, 0), null, 2, counting);
  const asked: Still = { ...begun, battles: [{} as Battle] };
  expect(settled(asked, view(1, 4), null, 2, counting).course).toEqual([[27, 27]]);
  expect(settled(asked, view(1, 0), null, 2, counting).course).toEqual([
    [27, 27],
    [27, 27],
  ]);
});
