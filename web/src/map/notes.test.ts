import { expect, it } from "vitest";
import { biggest, destroyed, leaders, leads } from "./notes";

const HISTORY = [
  [10, 10, 10],
  [12, 9, 9],
  [12, 12, 6],
  [8, 17, 5],
];

it("a seat leads while it alone has most", () => expect(leads(HISTORY, 3)).toEqual([1, 1, 0]));
it("turns before the first that changed anything are nobody's lead", () => {
  const unequal = [12, 10, 8];
  expect(leads([unequal, unequal, unequal, [13, 9, 8]], 3)).toEqual([1, 0, 0]);
  expect(leads([unequal, unequal], 3)).toEqual([0, 0, 0]);
});
it("all who ever led are named, the longest first", () =>
  expect(leaders([...HISTORY, [6, 20, 4], [5, 4, 21]], ["You", "Bot 1", "Bot 2"])).toEqual([
    { name: "Bot 1", n: 2 },
    { name: "You", n: 1 },
    { name: "Bot 2", n: 1 },
  ]));
it("the biggest turn is the one that won a seat most", () =>
  expect(biggest(HISTORY)).toEqual({ seat: 1, n: 5, turn: 3 }));
it("a game in which nothing moved has none", () => expect(biggest([[3, 3]])).toBeNull());
it("dice are held against their mean: one against one destroys 15 times in 36", () => {
  const attack = (seat: number, lost: number) => ({ kind: "attack", seat, attack: "6", defend: "1", destroyed: lost });
  const { n, mean } = destroyed([attack(0, 1), attack(1, 1), attack(0, 0)] as never, 0);
  expect(n).toBe(1);
  expect(mean).toBeCloseTo(30 / 36);
});
