import { expect, it } from "vitest";
import type { GameEvent } from "../wire";
import { digests } from "./digest";

const entry = (turn: number, ...events: object[]) => ({ turn, lines: [], events: events as GameEvent[] });

it("counts a turn's attacks, the states taken, mine among them, and the tanks lost", () => {
  const log = [
    entry(1, { kind: "reinforce", seat: 0, number: 3 }, { kind: "place", seat: 0, state: "peru", number: 3 }),
    entry(
      2,
      { kind: "reinforce", seat: 1, number: 2 },
      { kind: "place", seat: 1, state: "brazil", number: 2 },
      { kind: "attack", seat: 1, origin: "brazil", state: "peru", lost: 1, destroyed: 1 },
      { kind: "attack", seat: 1, origin: "brazil", state: "peru", lost: 0, destroyed: 2 },
      { kind: "conquer", seat: 1, origin: "brazil", state: "peru" },
      { kind: "attack", seat: 1, origin: "peru", state: "argentina", lost: 2, destroyed: 0 },
      { kind: "go", seat: 1, origin: "brazil", state: "peru", number: 4 },
    ),
  ];
  expect([...digests(log, 0)]).toEqual([
    [1, { seat: 0, attacks: 0, taken: [], mine: 0, lost: 0, placed: 3, moved: null }],
    [2, { seat: 1, attacks: 3, taken: ["peru"], mine: 1, lost: 3, placed: 2, moved: { n: 4, state: "peru" } }],
  ]);
});

it("is silent about a turn that nobody began", () => {
  expect(digests([entry(0, { kind: "assign", seat: 1, state: "peru", number: 1 })], 0).size).toBe(0);
});
