import { expect, it } from "vitest";
import { mostLaid, potOf, potsOf } from "./pots";

const laid = (n: number) => Array.from({ length: n }, () => ({ kind: "turn_up", card: "2S", to: "pot" }));
const WAR = { battle: ["war"] };
const HISTORY = [
  [26, 26],
  [27, 25],
  [32, 20],
];

it("counts the cards that are laid between the players, not those that leave", () =>
  expect(potOf([...laid(2), { kind: "move", card: "2S", from: "pot", to: "deck 0" }])).toBe(2));
it("only a turn with a battle has a pot: thirteen of 52 cards are a quarter", () =>
  expect(
    potsOf(
      [
        { turn: 1, events: laid(2) },
        { turn: 2, events: [{ kind: "war" }, ...laid(13)] },
      ],
      WAR,
      HISTORY,
    ),
  ).toEqual([0, 0, 0.25]));
it("a turn whose cards have not been counted yet has none", () =>
  expect(potsOf([{ turn: 3, events: [{ kind: "war" }, ...laid(4)] }], WAR, HISTORY)).toEqual([0, 0, 0]));
it("a pile that grows for many turns is as large as all of it, until it is taken", () => {
  const taken = { kind: "pour", from: "pot", to: "deck 1" };
  expect(mostLaid([laid(1), laid(3), [...laid(2), taken], laid(2), []])).toEqual([1, 4, 6, 2, 0]);
});
