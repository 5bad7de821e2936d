import { expect, it } from "vitest";
import type { Board } from "./board.svelte";
import { aheadOf, bombNote, restedTold, roundOf } from "./texts";

const ahead = (options: object, expired = 0, over = false) =>
  aheadOf({ view: { over, state: { expired } }, options } as unknown as Board);

it("what follows the last round: that and the next are played whole, then dice may end the game", () => {
  expect(ahead({})).toMatch(/^Time is up in round 10: .* Then two dice may end the game/);
  expect(ahead({ rounds: 0, end_check: "printed_percent" })).toMatch(/^When the time is up, .* Then a draw/);
  expect(ahead({ rounds: 10 }, 10)).toMatch(/^Time was up in round 10: /);
});

it("where only conquest ends the game nothing follows, nor when it is over", () => {
  expect(ahead({ end_check: "conquest" })).toBeNull();
  expect(ahead({}, 0, true)).toBeNull();
});

it("the bomb says what it does, and why it is dark", () => {
  const board = { whyNot: (card: string) => ({ text: `First choose an attack (${card}).`, clause: null }) };
  expect(bombNote(board, false)).toMatch(
    /^The nuclear bomb, once a game: .* Not now\. First choose an attack \(bomb\)\.$/,
  );
  expect(bombNote(board, true)).not.toMatch(/Not now/);
});

it("the round is the one that the server tells, and before the first one tanks are placed", () => {
  const round = (told: object) => roundOf({ view: { told } } as unknown as Board);
  expect([round({ round: 8 }), round({ round: 0 })]).toEqual(["round 8", "before the first round"]);
});

it("a turn that ends by itself says why, until I am asked again", () => {
  const begins = (seat: number) => ({ kind: "reinforce", seat, number: 3, text: "" });
  const log = [{ events: [begins(0), { kind: "rest", seat: 0, text: "So it ends." }] }, { events: [begins(1)] }];
  const told = (turns: object[], choices: object[] = []) =>
    restedTold({ view: { over: false }, me: 0, choices, director: { log: turns } } as unknown as Board);
  expect([told(log), told(log, [{}]), told([...log, { events: [begins(0)] }])]).toEqual(["So it ends.", null, null]);
});
