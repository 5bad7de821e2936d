import { expect, it } from "vitest";
import { percent } from "./odds";
import type { Board } from "./board.svelte";
import { ENDED } from "../film/still";
import { allMovedIn, bombedIn, castOf, outcome, partsDone, remainingOf, type Fought } from "./texts";
import { t } from "../words/words.svelte";

const attack = { kind: "attack", seat: 1, origin: "a", state: "b", attack: "6 5", defend: "1", lost: 0, destroyed: 1 };
const conquer = { kind: "conquer", seat: 1, state: "b" };
const occupy = { kind: "occupy", seat: 1, n: 3 };
const after = (events: readonly object[]) =>
  castOf({ me: 0, owners: {}, director: { log: [{ events }] } } as unknown as Board)?.number;

it("a roll stays the same roll until the next: its dice are not cast again when tanks move in", () => {
  expect(after([attack, conquer, occupy])).toBe(after([attack]));
  expect(after([attack, attack])).not.toBe(after([attack]));
});

it("a roll is seen until somebody does something: not when a player is out or the turn ends by itself", () => {
  const out = { kind: "drop_out", seat: 2 };
  const taken = { kind: "take", seat: 1, from: "hand 2", to: "hand 1" };
  for (const events of [
    [attack, { kind: "rest", seat: 1 }],
    [attack, conquer, out, taken, occupy, { kind: "end" }],
  ])
    expect(after(events)).toBe(after([attack]));
  expect(after([attack, { kind: "go", seat: 1 }])).toBeUndefined();
  expect(after([attack, conquer, occupy, { kind: "take", seat: 1, from: "stock", to: "hand 1" }])).toBeUndefined();
});

it("of each pair one die wins, and a tie is the defender's (BW-075)", () =>
  expect(outcome({ attack: [6, 4, 2], defend: [5, 4, 1], destroyed: 2 })).toEqual({
    attack: [true, false, true],
    defend: [false, true, false],
  }));

it("a die without a pair wins nothing", () =>
  expect(outcome({ attack: [6, 3, 3], defend: [2], destroyed: 1 })).toEqual({
    attack: [true, false, false],
    defend: [false],
  }));

it("with a bomb a tie is the attacker's", () =>
  expect(outcome({ attack: [4], defend: [4], destroyed: 1 })).toEqual({ attack: [true], defend: [false] }));

it("tells that all tanks had to move in, only where nothing could be chosen", () => {
  const fight = { origin: "a", attack: [6, 5], moved: 2 } as Fought;
  expect(allMovedIn(fight, { a: 1 })).toBe(true);
  expect(allMovedIn(fight, { a: 2 }), "three could have gone").toBe(false);
  expect(allMovedIn({ ...fight, moved: 3 }, { a: 1 }), "two could have gone").toBe(false);
});

it("ticks the parts of a turn in which something was done", () => {
  const kinds = (...all: string[]) => partsDone(all.map((kind) => ({ kind })));
  expect(kinds("reinforce", "place", "attack")).toEqual([false, true, true, false]);
  expect(kinds("reinforce", "tris", "place")).toEqual([true, true, false, false]);
});

it("a bomb lies between two states as long as the table counts it", () => {
  const bomb = { kind: "bomb", seat: 1, origin: "peru", state: "brazil" };
  const at = (counter: number) =>
    bombedIn({ view: { state: { bomb: counter } }, log: [{ events: [bomb, attack] }] } as unknown as Board["director"]);
  expect([at(5), at(0)]).toEqual([bomb, null]);
});

it("odds are never rounded up to certainty", () =>
  expect([1, 0.99989, 0.9989, 0.5].map(percent)).toEqual(["100", "99.9", "99.9", "50.0"]));

it("the chance that the dice end the game is told until the end is", () => {
  const late = { limit: 5, percent: 28, spared: false };
  const board = (over: boolean, ended: number, end: object = late, options: object = {}) =>
    ({
      view: { over, state: { expired: 4, round_number: 6 }, told: { round: 6, end } },
      options,
      company: null,
      director: { ended },
    }) as unknown as Board;
  expect(remainingOf(board(false, ENDED.not))?.short).toBe("≤ 5: 28 %");
  expect(remainingOf(board(false, ENDED.not, late, { end_check: "printed_percent" }))?.short).toBe("28 %");
  expect(remainingOf(board(false, ENDED.not, { ...late, spared: true }))?.text).toBe(t("map.goesOn"));
  for (const told of [board(true, ENDED.not), board(false, ENDED.front), board(true, ENDED.buttons)])
    expect(remainingOf(told)).toBeNull();
});
