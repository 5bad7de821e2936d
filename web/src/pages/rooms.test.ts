import { expect, it } from "vitest";
import { brief, lasting } from "../room/terms";
import type { MyRoom } from "../wire";
import { beyond, tellMine } from "./rooms";

const HOUR = 3600;

it.each([
  [59, "59 s", "59 seconds"],
  [90, "1 min", "1 minute"],
  [5 * HOUR + 100, "5 h", "5 hours"],
  [24 * HOUR, "1 d", "1 day"],
  [36 * HOUR, "36 h", "36 hours"],
  [49 * HOUR, "2 d", "2 days"],
])("%i seconds are %s, said as %s", (seconds, short, long) => {
  expect([brief(seconds), lasting(seconds)]).toEqual([short, long]);
});

const room = (over: Partial<MyRoom>) =>
  ({
    room: "r", url: "/r/r", state: "playing", game: "blitz31", variant: null, progress: "", course: [], you: 0,
    waits: true, result: null, asked: [0], choice_left: 6 * HOUR * 1000, clock: { choice: 24 * HOUR * 1000 },
    seats: [{ seat: 0, kind: "person", name: "Ann" }, { seat: 1, kind: "person", name: "Swift Heron" }],
    ...over,
  }) as unknown as MyRoom; // prettier-ignore

it("a game with days a move says how much time is left, and whose it is", () => {
  expect(tellMine(room({}), []).time).toMatchObject({ text: "6 h", spoken: "6 hours left", share: 0.25 });
  expect(tellMine(room({ waits: false, asked: [1] }), []).time?.whose).toBe("Swift Heron, 6 h left");
  expect(tellMine(room({ choice_left: null }), []).time).toBeUndefined();
});

it("the number of the rooms that are not told says that one of them waits for me", () => {
  const [mine, others] = [true, false].map((waits) => tellMine(room({ waits, choice_left: null }), []));
  expect([mine!.text, others!.text]).toEqual(["your turn", "being played"]);
  expect(beyond([mine!, mine!, mine!, others!], 2)).toEqual({ n: 2, mine: true });
  expect(beyond([mine!, mine!, others!], 2)).toEqual({ n: 1, mine: false });
  expect(beyond([mine!], 2)).toEqual({ n: 0, mine: false });
});
