import { expect, it } from "vitest";
import type { Entry } from "../film/still";
import { lossesOf } from "./losses";

const turn = (seat: number, ...events: [kind: string, state: string][]): Entry =>
  ({
    digest: { seat, text: "", kinds: [] },
    lines: [],
    events: events.map(([kind, state]) => ({ kind, state, seat })),
  }) as unknown as Entry;
const dealt = [turn(0, ["assign", "peru"], ["assign", "chile"]), turn(1, ["assign", "congo"]), turn(2)];

it("names what each of the others took from me since my last turn", () => {
  const log = [...dealt, turn(0), turn(1, ["conquer", "peru"]), turn(2, ["conquer", "chile"], ["conquer", "congo"])];
  const lost = [
    { state: "peru", seat: 1 },
    { state: "chile", seat: 2 },
  ];
  expect(lossesOf(log, 0)).toEqual(lost);
  expect(lossesOf([...log, turn(0)], 0)).toEqual(lost);
  expect(lossesOf(log, 1)).toEqual([{ state: "congo", seat: 2 }]);
});

it("forgets them when my turn has been played", () => {
  const log = [...dealt, turn(0), turn(1, ["conquer", "peru"]), turn(0, ["conquer", "peru"])];
  expect(lossesOf(log, 0)).toEqual([]);
  expect(lossesOf([...log, turn(1), turn(2)], 0)).toEqual([]);
});

it("says nothing of states whose owner the log does not know", () =>
  expect(lossesOf([turn(0), turn(1, ["conquer", "brazil"])], 0)).toEqual([]));
