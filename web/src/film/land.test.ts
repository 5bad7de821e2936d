// A game with a map: what is seen of its land follows the sentences, and ends as the message has it.
import { expect, it } from "vitest";
import { Director } from "../table/director.svelte";
import type { GameEvent, Step, View } from "../wire";
import { Stepped } from "./testing";

const STATE = {
  ...{ "score 0": 4, "score 1": 8, "states 0": 1, "states 1": 2, "army 0": 6, "army 1": 3 },
  ...{ "owner peru": 0, "owner chile": 1, "owner bahia": 1, "tanks peru": 6, "tanks chile": 1, "tanks bahia": 2 },
};
const land = (turns: number, state: object = {}): View =>
  ({ seat: 0, turns, over: false, told: {}, shares: [], piles: {}, state: { ...STATE, ...state } }) as unknown as View;
const fight = { origin: "peru", state: "chile" };
const attack: GameEvent = { kind: "attack", seat: 0, ...fight, attack: "6 5", defend: "1", lost: 0, destroyed: 1 };
const conquest: Step = {
  seq: 1,
  question: null,
  events: [
    { ...attack, text: "You attack Chile." },
    { kind: "conquer", seat: 0, ...fight, text: "You conquer Chile!" },
    { kind: "occupy", seat: 0, ...fight, number: 2, text: "You move 2 tanks in." },
  ],
  view: land(1, {
    ...{ "score 0": 6, "score 1": 6, "states 0": 2, "states 1": 1, "army 1": 2 },
    ...{ "owner chile": 0, "tanks peru": 4, "tanks chile": 2 },
  }),
};

function table(): { director: Director; frames: Stepped; lines: () => string[] } {
  const frames = new Stepped();
  const director = new Director(2, 0, { counts: { state: "score" }, bySeat: [] }, {}, frames);
  director.lay(land(0), null);
  return { director, frames, lines: () => director.log.flatMap((one) => one.lines.map((line) => line.text)) };
}

it("a state falls on the map, in the standings and in words at the same time", () => {
  const { director, frames, lines } = table();
  director.receive(conquest);
  const seen = new Set<string>();
  for (; director.running && frames.now < 5000; frames.step(16)) {
    const { state } = director.view!;
    seen.add(
      JSON.stringify([
        lines().includes("You conquer Chile!"),
        state["owner chile"],
        state["states 0"],
        ...director.shares(),
      ]),
    );
  }
  expect([...seen]).toEqual(["[false,1,1,4,8]", "[true,0,2,6,6]"]);
});

it("tanks move in as that is told, and all lies as the message has it in the end", () => {
  const { director, frames, lines } = table();
  director.receive(conquest);
  for (; director.running && frames.now < 5000; frames.step(16)) {
    const moved = lines().includes("You move 2 tanks in.");
    expect(director.view!.state["tanks peru"]).toBe(moved ? 4 : 6);
  }
  expect(director.view).toEqual(conquest.view);
});

it("the tanks go once the dice have been seen, and the land is not touched at once", () => {
  const { director, frames } = table();
  director.receive(conquest);
  frames.run(400);
  expect(director.view!.state["tanks chile"]).toBe(1);
  frames.run(300);
  expect(director.view!.state["tanks chile"]).toBe(0);
});

it("the dice of an attack lie before its sentence tells who lost", () => {
  const { director, frames, lines } = table();
  director.receive(conquest);
  const rolled = () => director.log.at(-1)?.events.some((one) => one.kind === "attack") ?? false;
  const seen = new Set<string>();
  for (; director.running && frames.now < 5000; frames.step(16))
    seen.add(
      JSON.stringify([rolled(), lines().includes("You attack Chile."), director.view!.state["tanks chile"] === 1]),
    );
  expect([...seen]).toEqual(["[true,false,true]", "[true,true,false]"]);
});

/** When each sentence of these events is told in the film, and when all is over, in milliseconds. */
function times(events: GameEvent[], state: object = {}): number[] {
  const { director, frames, lines } = table();
  director.receive({ seq: 1, question: null, events, view: land(1, state) });
  const found: number[] = [];
  for (let n = lines().length; director.running && frames.now < 30_000; n = lines().length) {
    for (let i = found.length; i < n; i++) found.push(director.time);
    frames.step(16);
  }
  return [...found, director.time];
}
/** A sentence is seen with the next frame. */
const FRAME = 16;
const gaps = (found: readonly number[]) => found.slice(1).map((at, i) => at - found[i]!);
const card = (seat: number, text: string): GameEvent => ({ kind: "move", seat, card: "peru", text });
const trade = (seat: number): GameEvent[] => [
  card(seat, "Bot 1 trades Peru."),
  card(seat, "Bot 1 trades a joker."),
  { kind: "tris", seat, number: 4, text: "4 more tanks." },
];

it("a trade of another player is read card by card, and its sum for 1.5 s", () => {
  const [first, second, sum] = gaps(times(trade(1))) as [number, number, number];
  expect(Math.min(first, second)).toBeGreaterThan(900);
  expect(sum).toBeGreaterThanOrEqual(1500 - FRAME);
});

/** How long these events take at a speed. */
function took(events: GameEvent[], speed: 1 | 2 = 1): number {
  const { director, frames } = table();
  director.speed = speed;
  director.receive({ seq: 1, question: null, events, view: land(1) });
  while (director.running && frames.now < 30_000) frames.step(16);
  return frames.now;
}

it("a long sentence is read for 2.2 s at most, at twice the speed for half of that", () => {
  const begins = { kind: "reinforce", seat: 1, number: 0, text: "Bot 1 begins the turn without new tanks. ".repeat(3) };
  expect(gaps(times([begins]))[0]).toBeLessThan(2250);
  expect(gaps(times([begins]))[0]).toBeGreaterThan(2150);
  expect(took([begins], 2)).toBeLessThan(took([begins]) / 2 + 2 * FRAME);
});

it("nobody waits for sentences about what I have just chosen", () =>
  expect(Math.max(...gaps(times(trade(0))))).toBeLessThan(650));

it("before the first round a state where somebody else places tanks is seen for a moment, and mine passes", () => {
  const place = { kind: "place", seat: 1, state: "peru", number: 3, text: "Bot 1 places 3 tanks on Peru." };
  const own = { ...place, seat: 0 };
  const [first, second, third] = gaps(times([place, place, own, own], { opening: 1 })) as [number, number, number];
  expect(Math.min(first, second)).toBeGreaterThan(650);
  expect(Math.max(first, second)).toBeLessThan(900);
  expect(third).toBeLessThan(200);
});

it("in a turn one reads where others place their tanks, and for less time what every turn begins and ends with", () => {
  const place = { kind: "place", seat: 1, state: "peru", number: 7, text: "Bot 1 places 7 tanks on Peru." };
  const begins = { kind: "reinforce", seat: 1, number: 7, text: "Bot 1 begins the turn and gets 7 tanks to place." };
  const card = { kind: "take", seat: 1, from: "stock", to: "hand 1", text: "Bot 1 gets a card for conquering." };
  const over = { ...card, from: "hand 2", text: "Bot 1 takes a card over from Bot 2." };
  for (const event of [place, begins, card, over]) {
    const [read] = gaps(times([event, { ...event, seat: 0 }])) as [number];
    expect(read).toBeGreaterThan(850);
    expect(read).toBeLessThan(1800);
  }
});

it("what happens to me is read too: a turn without tanks or that ends by itself, that I am out, and the card that another takes from me", () => {
  const out = { kind: "drop_out", seat: 0, text: "You have lost the last state and are out." };
  const taken = {
    kind: "take",
    seat: 1,
    card: "chile",
    from: "hand 0",
    to: "hand 1",
    text: "Bot 1 takes a card over.",
  };
  const empty = { kind: "reinforce", seat: 0, number: 0, text: "You begin the turn without new tanks." };
  const begins = { kind: "reinforce", seat: 0, number: 3, text: "You begin the turn and get 3 tanks to place." };
  const place = { kind: "place", seat: 0, state: "peru", number: 3, text: "You place 3 tanks on Peru." };
  const rest = {
    kind: "rest",
    seat: 0,
    text: "You have no state that can attack, and no tanks to move, so the turn ends.",
  };
  const own = { ...taken, seat: 0, from: "hand 1", to: "hand 0", text: "You take Chile over from Bot 1." };
  expect(gaps(times([own, place]))[0], "a card that comes to me").toBeGreaterThan(850);
  for (const event of [out, taken, empty, rest]) expect(gaps(times([event, place]))[0]).toBeGreaterThan(1400);
  expect(gaps(times([begins, place]))[0]).toBeLessThan(300);
});

it("in lanes the plays of others are read, and mine are not waited for", () => {
  const lanes = (seat: number, kind = "play") => {
    const { director, frames } = table();
    const view = land(1, { "just_played 0": 0 });
    const text = "Bot 1 plays Field Goal and stands at 5.";
    director.receive({ seq: 1, question: null, events: [{ kind, seat, text }], view });
    while (director.running && frames.now < 30_000) frames.step(16);
    return frames.now;
  };
  expect(lanes(1)).toBeGreaterThan(1200);
  expect(lanes(0, "remove")).toBeGreaterThan(1500);
  expect(lanes(0, "skip")).toBeGreaterThan(1500);
  expect(lanes(0)).toBeLessThan(900);
});

it("the card that I get for conquering is told before the next turn begins, also after a move", () => {
  const go = { kind: "go", seat: 0, origin: "peru", state: "chile", number: 1, text: "You move 1 tank from Peru." };
  const take = { kind: "take", seat: 0, card: "chile", from: "stock", to: "hand 0", text: "You get Chile." };
  const begins = { kind: "reinforce", seat: 1, number: 3, text: "Bot 1 begins the turn." };
  expect(gaps(times([go, take, begins]))[1]).toBeGreaterThanOrEqual(700);
});
