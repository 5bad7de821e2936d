import { describe, expect, it } from "vitest";
import type { GameEvent } from "../wire";
import {
  beginning,
  changeAt,
  chooserOf,
  counted,
  counts,
  covered,
  dealt,
  laid,
  leader,
  looked,
  namedAtEnd,
  tale,
  ticks,
  turningPoints,
  type StoryStep,
} from "./turns";

const step = (
  seq: number,
  turn: number,
  shares: number[],
  events: GameEvent[] = [],
  entry: StoryStep["entry"] = { go: 1 },
): StoryStep => ({
  seq,
  turn,
  entry,
  events,
  question: null,
  view: { seat: 0, turns: turn, over: false, state: {}, piles: {}, told: {}, shares },
});
const up = (seat: number, card: string) => ({ kind: "turn_up", seat, card, from: `deck ${seat}`, to: "pot" });
const down = (seat: number) => ({ kind: "lay_face_down", seat, card: "??", from: `deck ${seat}`, to: "pot" });
const war = [up(0, "AS"), up(1, "AH"), { kind: "war" }, down(0), down(1), up(0, "2S"), up(1, "3H")];
const steps = [
  step(0, 0, [26, 26], [], null),
  step(1, 1, [27, 25], [up(0, "KS"), up(1, "2H"), { kind: "pour", from: "pot", to: "deck 0" }]),
  step(2, 2, [24, 22], war.slice(0, 4)),
  step(3, 2, [24, 28], war.slice(4)),
];
const told = tale(steps, [], "war");

describe("a tale", () => {
  it("has the entries of one turn together, and knows the last of them", () =>
    expect(told.map((one) => [one.turn, one.seq])).toEqual([
      [0, 0],
      [1, 1],
      [2, 3],
    ]));
  it("counts wars and what was laid", () => expect(told[2]).toMatchObject({ milestones: 1, pot: 6, shares: [24, 28] }));
  it("takes the shares of the history where there is one", () =>
    expect(
      tale(
        steps,
        [
          [1, 1],
          [2, 2],
          [3, 3],
        ],
        "war",
      ).map((one) => one.shares),
    ).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]));
  it("counts in chips where the game counts in halves", () =>
    expect(tale([step(0, 0, [3, -6])], [[3, -6]], null, 2)[0]!.shares).toEqual([1.5, -3]));
  it("leaves out what was taken back", () => {
    const undone = [
      step(0, 0, [], [], null),
      step(1, 1, []),
      step(2, 1, []),
      step(3, 0, [], [], { undo: 2 }),
      step(4, 1, []),
    ];
    expect(counted(undone).map((one) => one.seq)).toEqual([0, 4]);
  });
});

describe("turning points", () => {
  const many = tale(
    [0, 9, 9, 2, 9, 9, 3, 9].map((near, i) => step(i, i, [near, 9 - near])),
    [],
    "war",
  );
  it("are the turns that moved most, the later of equals, in their order", () =>
    expect(turningPoints(many, 2)).toEqual([1, 4]));
  it("are neighbours too, if these moved most: +67 does not hide the +53 just before it", () => {
    const told = tale(
      [
        [53, 53, 58],
        [50, 44, 70],
        [30, 97, 37],
        [26, 34, 104],
        [26, 36, 102],
        [28, 36, 100],
        [20, 6, 138],
      ].map((shares, i) => step(i, i, shares)),
      [],
      null,
    );
    expect(turningPoints(told, 3, namedAtEnd(told))).toEqual([2, 3, 6]);
  });
  it("have the one that the end of a game names", () => {
    const told = tale(
      [0, 3, 0, 3, 0, 3, 0, 3].map((n, i) => step(i, i, [n, 3 - n])),
      [],
      null,
    );
    const swings = tale(
      [5, 9, 5, 1, 5, 6, 7].map((near, i) => step(i, i, [near, 10 - near])),
      [],
      null,
    );
    expect(turningPoints(told, 2, namedAtEnd(told))).toEqual([7]);
    expect([turningPoints(swings, 1, namedAtEnd(swings)), turningPoints(swings, 2)]).toEqual([[4], [3, 4]]);
    expect(turningPoints(swings, 1, 2)).toEqual([2, 4]);
  });
  it("of an analysis are the certain changes, the deal too, and the turn that the end names on the table", () => {
    const told = tale(
      [
        [5, 5],
        [6, 4],
        [6, 4],
        [9, 1],
        [9, 1],
      ].map((shares, i) => step(i, i, shares)),
      [],
      null,
    );
    const chance = [
      [0.8, 0.2],
      [0.5, 0.5],
      [0.9, 0.1],
      [0.91, 0.09],
      [1, 0],
    ].map((shares) => ({ shares }));
    const certain = { start: [0.5, 0.5], turns: new Set([0, 2, 4]) };
    expect(namedAtEnd(told)).toBe(3);
    expect(turningPoints(chance, 2, namedAtEnd(told), certain)).toEqual([0, 2, 3]);
    expect(turningPoints(chance, 2, null, certain)).toEqual([0, 2]);
  });
  it("tell the change that their chart shows", () => {
    const points = [
      [5, 5, 5],
      [5, 9, 4],
    ].map((shares) => ({ shares }));
    const chance = [
      [0.3, 0.4, 0.3],
      [0.1, 0.45, 0.45],
    ].map((shares) => ({ shares }));
    expect(changeAt(points, 1)).toEqual({ seat: 1, before: 5, after: 9 });
    expect(changeAt(chance, 1)).toEqual({ seat: 0, before: 0.3, after: 0.1 });
    expect(changeAt(chance, 0, [0.3, 0.3, 0.4])).toMatchObject({ seat: 1, before: 0.3, after: 0.4 });
  });
  it("tell the reader's own change unless another one is twice as large", () => {
    const course = [
      [0.3, 0.4, 0.3],
      [0.1, 0.45, 0.4],
    ].map((shares) => ({ shares }));
    expect([0, 1, 2, null].map((me) => changeAt(course, 1, null, me).seat)).toEqual([0, 0, 2, 0]);
  });
  it("know whose turn they were, where one player alone chose", () => {
    const turn = (...entries: StoryStep["entry"][]) =>
      ({ steps: entries.map((entry) => ({ entry })) }) as unknown as Parameters<typeof chooserOf>[0];
    expect(chooserOf(turn({ go: 1 }, { seat: 2, choice: "stop" }, { seat: 2, choice: "end" }))).toBe(2);
    expect(chooserOf(turn({ seat: 1, choice: "slap" }, { seat: 2, choice: "pass" }))).toBeNull();
    expect(chooserOf(turn({ go: 1 }))).toBeNull();
  });
  it("are none where each turn moves as much as the others", () => {
    const plain = [5, 6, 7, 6, 5, 6, 9, 8].map((near, i) => step(i, i, [near, 10 - near]));
    expect(turningPoints(tale(plain, [], "war"), 3)).toEqual([6]);
    expect(turningPoints(tale(plain.slice(0, 6), [], "war"), 3)).toEqual([]);
  });
});
it("counts what there is", () =>
  expect(counts(told, 0)).toEqual({
    turns: 2,
    leads: 1,
    swing: { turn: 2, by: 3 },
    eventful: 1,
    milestones: 1,
    fewest: 24,
    pot: 6,
  }));
it("nobody leads while two have most", () => expect([leader([3, 3, 1]), leader([1, 4, 2])]).toEqual([null, 1]));
it("shows what a side laid", () =>
  expect(laid(war, 0)).toEqual([
    { code: "AS", up: true },
    { code: null, up: false },
    { code: "2S", up: true },
  ]));
it("says who was dealt the aces, only where all cards are seen", () => {
  const view = {
    ...steps[0]!.view,
    piles: { "deck 0": { count: 2, cards: ["AS", "2H"] }, "deck 1": { count: 2, cards: ["AH", "AD"] } },
  };
  expect(dealt(view, 2, "A")).toEqual([1, 2]);
  expect(dealt({ ...view, piles: { ...view.piles, "deck 1": { count: 2 } } }, 2, "A")).toBeNull();
});
it("cards that are still to be drawn lie face down, though all are known by now", () => {
  const piles = { stock: { count: 2, cards: ["BLITZ", "TACKLE"] }, "hand 0": { count: 1, cards: ["FUMBLE"] } };
  expect(covered({ ...told[0]!.view, piles } as never).piles).toEqual({ ...piles, stock: { count: 2 } });
});
it("a chart begins where something changes, if nothing did for a quarter of the game", () => {
  const flat = (turns: number, moving: number) => [
    ...Array.from({ length: turns + 1 }, () => [5, 5]),
    ...Array.from({ length: moving }, (_, i) => [6 + i, 5]),
  ];
  expect([beginning(flat(21, 18)), beginning(flat(21, 64)), beginning(flat(4, 4))]).toEqual([21, 0, 0]);
  expect([beginning(flat(0, 8)), beginning(flat(8, 0)), beginning([])]).toEqual([0, 0, 0]);
});
it("the axis of a chart that begins later has its own numbers", () =>
  expect(ticks(39, 4, 21)).toEqual({
    small: Array.from({ length: 19 }, (_, i) => 21 + i),
    named: [25, 30, 35],
  }));
it("an axis has round numbers", () =>
  expect(ticks(170, 40)).toEqual({
    small: [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170],
    named: [50, 100, 150],
  }));
it("a turn is looked at before its cards are swept in", () => {
  expect(looked([up(0, "KS"), up(1, "2H"), { kind: "shuffle" }, { kind: "win", seat: 0 }])).toBe(2);
  expect(looked([{ kind: "shuffle" }, up(0, "KS")])).toBe(2);
});
