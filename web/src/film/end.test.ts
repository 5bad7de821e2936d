// The end of a game by its storyboard: the times at which each part of it is seen, told and heard.
import { describe, expect, it } from "vitest";
import { layoutOf } from "../table/layouts/index";
import type { GameEvent, GameInfo } from "../wire";
import { append, laid } from "./compile";
import { scene, type Ground } from "./scene";
import { BLANK, ENDED } from "./still";
import { pressed, resting, stillAt } from "./timeline";

const DECKS = { counts: { piles: ["deck"] }, bySeat: ["pot"], drama: { battle: ["war"] } };
const RULES = { seats: 2, me: 0, counting: DECKS.counts, bySeat: DECKS.bySeat, drama: DECKS.drama, holds: true };
const view = (mine: number, turns: number, over: boolean) => ({
  seat: 0,
  turns,
  over,
  state: {},
  told: {},
  shares: [],
  piles: { "deck 0": { count: mine }, "deck 1": { count: 52 - mine }, pot: { count: 0, cards: [] } },
});
const up = (seat: number, card: string): GameEvent => ({
  kind: "turn_up",
  seat,
  card,
  from: `deck ${seat}`,
  to: "pot",
});
const END: GameEvent = { kind: "end", winners: [0], ranking: [[0], [1]], text: "You have all the cards." };
const LAST = {
  seq: 2,
  question: null,
  view: view(52, 1, true),
  events: [
    up(0, "TH"),
    up(1, "2H"),
    { kind: "shuffle", from: "pot", to: "deck 0" },
    { kind: "win", seat: 0, text: "You take the pot." },
    { kind: "drop_out", seat: 1, text: "Bot 1 is out." },
    END,
  ],
};
const before = laid(BLANK, { view: view(51, 0, false), question: null, events: [] }, RULES);
const film = append(resting(before), LAST, 0, RULES);
/** Both cards lie at 280, step for 80, rest for 350, and are swept in 240. */
const SWEPT = 950;
const info = { page: { ground: "front", share: { piles: ["deck"] } }, game: "war" } as unknown as GameInfo;
const GROUND: Ground = {
  layout: layoutOf(info, 2),
  breakpoint: "desk",
  width: 968,
  height: 728,
  me: 0,
  seats: 2,
  reduced: false,
  ends: true,
};
const seen = (at: number, ground = GROUND) => scene(film, ground, SWEPT + at);
const ended = (at: number) => stillAt(film, SWEPT + at).ended;

describe("the end, in milliseconds after the last sweep", () => {
  it("takes a breath, draws the front, says who has won, then luck, then the buttons", () => {
    const steps = [159, 160, 1059, 1060, 1219, 1220, 1359, 1360].map(ended);
    const { not, front, result, luck, buttons } = ENDED;
    expect(steps).toEqual([not, front, front, result, result, luck, luck, buttons]);
    expect(film.ends).toBe(SWEPT + 1360);
  });
  it("tells the result in the log when it is told on the table", () => {
    const told = (at: number) =>
      stillAt(film, SWEPT + at)
        .log.at(-1)!
        .lines.map((one) => one.text);
    expect(told(1059)).toEqual(["You take the pot.", "Bot 1 is out."]);
    expect(told(1060).at(-1)).toBe("You have all the cards.");
  });
  it("sounds three notes down and one up", () => {
    const notes = film.cues.flatMap(({ at, heard }) => (heard?.sound === "end" ? [[at - SWEPT, heard.depth]] : []));
    expect(notes).toEqual([
      [440, 0],
      [710, 1],
      [880, 2],
      [1060, 3],
    ]);
  });
  it("lets cards and numbers fade within 240", () => {
    expect([160, 400].map((at) => seen(at).table)).toEqual([1, 0]);
    expect(seen(280).table).toBeCloseTo(0.5);
    expect([seen(160).cards.length > 0, seen(400).cards.length]).toEqual([true, 0]);
  });
  it("draws the front back over the whole game within 900", () => {
    expect([159, 1060].map((at) => [seen(at).front.whole, seen(at).front.now, seen(at).front.moves])).toEqual([
      [0, 760, false],
      [1, 968, false],
    ]);
    const { whole, now, moves } = seen(300).front;
    expect(moves && whole > 0 && whole < 1 && now > 760 && now < 968).toBe(true);
  });
  it("takes no time on a table where the end is not told", () => {
    const front = { ...GROUND, ends: false };
    expect([seen(1360, front).table, seen(1360, front).front.whole]).toEqual([1, 0]);
  });
  it("fades at once with reduced motion", () =>
    expect(seen(170, { ...GROUND, reduced: true }).front).toMatchObject({ whole: 1, moves: false }));
});

it("a press before the buttons completes the film, and asks for nothing", () =>
  expect(pressed(film, SWEPT + 500, -1)).toEqual({ to: SWEPT + 1360, goes: false }));
it("a table that is opened after the end shows all of it", () =>
  expect(laid(before, LAST, RULES).ended).toBe(ENDED.buttons));

it("the verdict on hands that were shown rests before the end", () => {
  const rules = { ...RULES, drama: { hands: ["hand"] } };
  const events: GameEvent[] = [
    { kind: "hand", seat: 0, text: "You show 7♥." },
    { kind: "lose_lowest", seat: 1, text: "Bot 1 has the lowest hand." },
    { kind: "drop_out", seat: 1, text: "Bot 1 is out." },
    END,
  ];
  const film = append(resting(before), { ...LAST, events }, 0, rules);
  const at = (holds: (still: ReturnType<typeof stillAt>) => boolean) => film.cues.find((cue) => holds(cue.still))!.at;
  const told = at(({ log }) => log.at(-1)?.lines.at(-1)?.kind === "drop_out");
  expect(at(({ ended }) => ended === ENDED.front) - told).toBeGreaterThanOrEqual(900);
  expect(pressed(film, told + 100, Infinity).to - told).toBeLessThanOrEqual(1100);
});
