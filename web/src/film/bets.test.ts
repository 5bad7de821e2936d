// A round of a game with chips, as film.md has it: bets fly, the result stands in the mouth, and the chips go home.
import { describe, expect, it } from "vitest";
import type { GameEvent, View } from "../wire";
import { betsAt, type Spots } from "./chips";
import { append } from "./compile";
import type { Rules } from "./reel";
import { DIM } from "./reel";
import { resting, stillAt, type Timeline } from "./timeline";

const DRAMA = {
  battle: ["war"],
  bets: ["bet"],
  pays: ["beat", "lose", "surrender", "tie_win", "tie_lose", "bonus"],
  reason: [],
  settled: [],
  interlude: [],
  ring: [],
  cited: [],
  suspense: false,
};
const RULES: Rules = {
  seats: 1,
  me: 0,
  counting: { state: "bet", unit: 2 },
  bySeat: [],
  drama: DRAMA,
  holds: true,
};
const SPOTS: Spots = {
  name: { x: 0, y: 600 },
  front: { x: 0, y: 300 },
  under: { x: 0, y: 340 },
  house: { x: 0, y: 60 },
  beside: 40,
};

/** A view of one player; gains are in half chips. */
function view(turns: number, { bet = 0, last = 0, hand = [] as string[], table = [] as string[] }): View {
  return {
    seat: 0,
    turns,
    over: false,
    told: {},
    shares: [],
    state: { "bet 0": bet, "tie_bet 0": 0, "last 0": last, "gain 0": last },
    piles: {
      "hand 0": { count: hand.length, cards: hand },
      table: { count: table.length, cards: table },
      shoe: { count: 52 - hand.length - table.length },
    },
  };
}
const deal = (card: string, to: string, seat?: number): GameEvent => ({
  kind: "deal",
  card,
  from: "shoe",
  to,
  text: `${card}.`,
  ...(seat === undefined ? {} : { seat }),
});

/** A round: my bet of 5, my card, the house's nine, and what follows. */
function round(card: string, last: number, ...ends: GameEvent[]): Timeline {
  const before = append(resting(), { events: [], view: view(1, {}), question: null, seq: 0 }, 0, RULES);
  const events = [
    { kind: "bet", seat: 0, bet: 5, tie: 0, text: "You bet 5." },
    deal(card, "hand 0", 0),
    deal("9D", "table"),
    ...ends,
  ];
  const hand = [card, ...ends.flatMap((one) => (one.to === "hand 0" ? [one.card!] : []))];
  const table = ["9D", ...ends.flatMap((one) => (one.to === "table" ? [one.card!] : []))];
  return append(before, { events, view: view(1, { last, hand, table }), question: null, seq: 1 }, 1000, RULES);
}
const seen = (film: Timeline, at: number) => betsAt(film, 1000 + at, () => SPOTS, false)[0]!;
const won: GameEvent = { kind: "beat", seat: 0, text: "You win." };
const lost: GameEvent = { kind: "lose", seat: 0, text: "You lose the bet." };

describe("a round with chips", () => {
  it("sends my bet from my name to the front on an arc", () => {
    const film = round("QH", 10, won);
    const [start, way, there] = [0, 110, 220].map((at) => seen(film, at).stacks[0]!);
    expect([start!.y, there!.y, there!.sum]).toEqual([600, 300, 5]);
    expect(way!.y).toBeGreaterThan(200);
    expect(way!.y).toBeLessThan(600);
    expect(there!.moves).toBe(false);
  });

  it("opens the mouth with the gain after the rest, then the house pays, and all goes home", () => {
    const film = round("QH", 10, won);
    // The card flies at 220 and lies at 460; the house's comes 200 after the next place in the row, and rests 350 after a step of 80.
    const flat = film.cues.find((cue) => cue.still.log.at(-1)?.lines.at(-1)?.text === "9D.")!.at - 1000;
    const opens = flat + 80 + 350;
    expect(seen(film, opens - 1).open).toBe(0);
    expect(seen(film, opens - 1).bet.gain).toBeNull();
    expect(seen(film, opens + 240)).toMatchObject({ open: 1, bet: { gain: 5 } });
    expect(
      stillAt(film, 1000 + opens + 239)
        .log.at(-1)!
        .lines.map((line) => line.text),
    ).not.toContain("You win.");
    expect(
      stillAt(film, 1000 + opens + 240)
        .log.at(-1)!
        .lines.map((line) => line.text),
    ).toContain("You win.");
    // Beside the bet, below the mouth.
    expect(seen(film, opens + 570).stacks.map(({ of, sum, x, y }) => [of, sum, x, y])).toEqual([
      ["bet", 5, 0, 340],
      ["paid", 5, 40, 340],
    ]);
    expect(seen(film, opens + 830)).toMatchObject({ open: 0, stacks: [] });
    expect(film.ends - 1000).toBe(opens + 830);
  });

  it("makes room for the mouth without an arc, which would cross the words in it", () => {
    const film = round("QH", 10, won);
    const opens = film.ends - 1000 - 830;
    const spots = { ...SPOTS, under: { x: 0, y: 364 } };
    const ways = [0, 10, 20, 30, 60, 120, 240].map((ms) => betsAt(film, 1000 + opens + ms, () => spots, false)[0]!);
    const heights = ways.map((one) => one.stacks[0]!.y);
    expect(heights).toEqual([...heights].sort((a, b) => a - b));
    expect([heights[0], heights.at(-1)]).toEqual([300, 364]);
  });

  it("is heard: the chips as they lie, each card as its face does, the result with its mouth, and what the house pays", () => {
    const film = round("QH", 10, won);
    const lies = (text: string) => film.cues.find((cue) => cue.still.log.at(-1)?.lines.at(-1)?.text === text)!.at;
    const opens = lies("9D.") + 80 + 350;
    expect(film.cues.flatMap(({ at, heard }) => (heard ? [[heard.sound, at]] : []))).toEqual([
      ["chips", 1220],
      ["turn", lies("QH.")],
      ["turn", lies("9D.")],
      ["gain", opens],
      ["chips", opens + 350 + 220],
    ]);
  });

  it("takes a lost bet to the house, and dims the hand and, once all is settled, the house's card", () => {
    const film = round("4S", -10, lost);
    const still = stillAt(film, film.ends);
    const dims = ["hand 0", "table"].map((pile) => still.poses.get(still.tableau.get(pile)![0]!.id)?.dim);
    expect(dims).toEqual([DIM.loser, DIM.loser]);
    const taken = seen(film, film.ends - 1000 - 250);
    expect(taken.bet).toMatchObject({ lies: "house", gain: -5 });
  });

  it("gives half of a surrendered bet back", () => {
    const film = round("9S", -5, { kind: "surrender", seat: 0, text: "You surrender." });
    expect(seen(film, film.ends - 1000 - 250)).toMatchObject({ bet: { lies: "front", sum: 2.5, gain: -2.5 } });
  });

  it("adds as many chips in a war, and tells nothing before that is decided", () => {
    const film = round(
      "9S",
      10,
      { kind: "war", seat: 0, text: "You go to war!" },
      deal("KH", "hand 0", 0),
      deal("2C", "table"),
      won,
    );
    const raised = film.cues.findIndex((cue) => cue.still.bets.get(0)?.raised === 5);
    expect(raised).toBeGreaterThan(0);
    const { at, still } = film.cues[raised]!;
    expect(still.bets.get(0)).toMatchObject({ sum: 5, gain: null });
    expect(seen(film, at - 1000 + 220).stacks.map((one) => [one.of, one.x])).toEqual([
      ["bet", 0],
      ["raised", 40],
    ]);
    expect(film.cues.slice(0, raised).every((cue) => (cue.still.bets.get(0)?.gain ?? null) === null)).toBe(true);
  });
});
