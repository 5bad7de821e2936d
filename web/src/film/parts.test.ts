// A war that the room tells in parts: my card waits until I turn it up, and the page does not know it before.
import { describe, expect, it } from "vitest";
import { Director } from "../table/director.svelte";
import type { GameEvent, Step, TurnPart } from "../wire";
import { untold } from "./order";
import { down, LAYOUT, Stepped, takes, up, view, WAR } from "./testing";

const hidden = (seat: number): GameEvent => ({ ...up(seat, "??"), text: undefined });
const opening = [up(0, "TS"), up(1, "TH"), { kind: "war" }, down(0), down(1)];
/** As the rules have it: mine is turned up first. */
const STEP: Step = {
  seq: 1,
  question: null,
  view: view(1, 29),
  events: [...opening, up(0, "6S"), up(1, "5H"), ...takes(0)],
};
const part = (events: GameEvent[], ...seats: number[]): TurnPart => ({
  type: "part",
  seq: 1,
  turn: 1,
  events,
  waits: seats.map(hidden),
});
const PART = part([...opening, up(1, "5H")], 0);

function table(speed: 1 | 8 | typeof Infinity = 1) {
  const clock = new Stepped();
  const director = new Director(2, 0, LAYOUT, WAR, clock);
  director.speed = speed;
  director.lay(view(0, 26), null);
  const turned: number[] = [];
  director.turnsUp = (told) => turned.push(told);
  const lines = () => director.log.flatMap((entry) => entry.lines.map((line) => line.text));
  const mine = () =>
    director.tableau
      .get("pot")!
      .filter((slot) => slot.by === 0)
      .map((slot) => slot.code);
  return { director, clock, turned, lines, mine };
}

const ALL = ["0 turns up TS.", "1 turns up TH.", "1 turns up 5H.", "0 turns up 6S.", "0 takes the pot."];

describe("a war in parts", () => {
  it("waits for my card as long as I do, and asks for it when I turn it up", () => {
    const { director, clock, turned, lines, mine } = table();
    director.tell(PART);
    clock.run(60_000);
    expect([director.held, director.running, turned, lines()]).toEqual([true, true, [], ALL.slice(0, 3)]);
    expect(mine()).toEqual([null, "TS"]);
    expect(director.press()).toBe(false);
    clock.run(500);
    expect(director.press()).toBe(false); // the answer is still on its way: nothing else is asked for
    expect([director.held, director.running, turned]).toEqual([false, true, [PART.events.length]]);
    director.receive(STEP);
    clock.run(32);
    expect(lines()).toHaveLength(3);
    clock.run(5000);
    expect([director.running, lines(), director.shares()]).toEqual([false, ALL, [29, 23]]);
  });

  it("takes the time of one that is told at once", () => {
    const times = [true, false].map((parts) => {
      const { director, clock } = table();
      if (parts) director.tell(PART);
      else director.receive(STEP);
      clock.run(4000);
      director.press();
      if (parts) director.receive(STEP);
      const pressed = clock.now;
      while (director.running) clock.run(16);
      return clock.now - pressed;
    });
    expect(Math.abs(times[0]! - times[1]!)).toBeLessThanOrEqual(32);
  });

  it("is never passed by a press, nor by the next war", () => {
    for (const hurry of ["press", "complete"] as const) {
      const { director, clock, turned } = table();
      director.tell(PART);
      for (let i = 0; i < 400 && !director.held; i++) {
        director[hurry]();
        clock.run(16);
      }
      expect([director.held, turned]).toEqual([true, []]);
    }
  });

  it("lies at rest as it is after a reload, and goes on from there", () => {
    const { director, clock, lines, mine } = table();
    director.tell(PART, true);
    expect([director.held, lines(), mine()]).toEqual([true, ALL.slice(0, 3), [null, "TS"]]);
    director.press();
    director.receive(STEP);
    clock.run(5000);
    expect([director.running, lines()]).toEqual([false, ALL]);
  });

  it("goes on by itself when the card is turned up in another tab", () => {
    const { director, clock, turned, lines } = table();
    director.tell(PART);
    clock.run(5000);
    director.receive(STEP);
    clock.run(5000);
    expect([director.held, director.running, turned, lines()]).toEqual([false, false, [], ALL]);
  });

  it("waits again when the room tells it again, because the press was lost", () => {
    const { director, clock, turned, lines } = table();
    director.tell(PART);
    clock.run(5000);
    director.press();
    clock.run(500);
    director.tell(PART);
    clock.run(500);
    expect(director.held).toBe(true);
    director.press();
    expect([turned.length, lines()]).toEqual([2, ALL.slice(0, 3)]);
  });

  it("shows the other player's card when it is turned up, and mine still waits", () => {
    const { director, clock, turned, lines } = table();
    director.tell(part(opening, 0, 1));
    clock.run(5000);
    expect([director.held, lines()]).toEqual([true, ALL.slice(0, 2)]);
    director.tell(PART);
    clock.run(5000);
    expect([director.held, turned, lines()]).toEqual([true, [], ALL.slice(0, 3)]);
    director.press();
    director.receive(STEP);
    clock.run(5000);
    expect([director.running, lines()]).toEqual([false, ALL]);
  });

  it("waits for the other player's card when mine is turned up first", () => {
    const { director, clock, lines } = table();
    director.tell(part(opening, 0, 1));
    clock.run(5000);
    director.press();
    director.tell(part([...opening, up(0, "6S")], 1));
    clock.run(5000);
    expect([director.held, director.running, lines().at(-1)]).toEqual([false, true, "0 turns up 6S."]);
    expect(director.press()).toBe(false);
    director.receive(STEP);
    clock.run(5000);
    expect([director.running, [...lines()].sort()]).toEqual([false, [...ALL].sort()]);
  });

  it("is asked for at once where everything is shown at once, by Finish, and by those who want no wait", () => {
    for (const wish of ["instant", "finish", "no wait"]) {
      const { director, clock, turned } = table(wish === "instant" ? Infinity : 1);
      if (wish === "no wait") director.holds = false;
      director.tell(PART);
      if (wish === "finish") director.finish();
      clock.run(5000);
      expect([director.held, director.running, turned], wish).toEqual([false, true, [PART.events.length]]);
      director.receive(STEP);
      clock.run(5000);
      expect(director.running, wish).toBe(false);
    }
  });
});

it("the rest of a step is what its parts have not told, each event once", () => {
  expect(untold(STEP.events, PART.events)).toEqual([up(0, "6S"), ...takes(0)]);
  expect(untold([down(0), down(0), down(1)], [down(0)])).toEqual([down(0), down(1)]);
});
