import { describe, expect, it } from "vitest";
import type { GameEvent } from "../wire";
import { mineLast } from "../film/order";
import { ENDED } from "../film/still";
import { down, LAYOUT, Stepped, takes, up, view, WAR } from "../film/testing";
import { Director } from "./director.svelte";

const order = (events: GameEvent[]) => mineLast(events, 0, WAR).map((one) => `${one.kind} ${one.seat ?? ""}`.trim());

it("in a war my card is the last to be turned up", () => {
  expect(order([{ kind: "war" }, up(0, "2S"), up(1, "3S"), { kind: "win", seat: 1 }])).toEqual([
    "war",
    "turn_up 1",
    "turn_up 0",
    "win 1",
  ]);
});
it("in a plain turn nothing waits", () =>
  expect(order([up(0, "2S"), up(1, "3S")])).toEqual(["turn_up 0", "turn_up 1"]));
it("no event is lost or told twice", () => {
  const events = [
    up(0, "2S"),
    up(1, "3S"),
    { kind: "war" },
    up(0, "2S"),
    up(1, "3S"),
    up(2, "4S"),
    { kind: "war" },
    up(0, "2S"),
    up(1, "3S"),
  ];
  expect(mineLast(events, 0, WAR)).toHaveLength(events.length);
  expect(new Set(mineLast(events, 0, WAR))).toEqual(new Set(events));
});

it("what takes no time is there at once: a turn is not drawn event by event when it is skipped", () => {
  const director = new Director(2, 0, LAYOUT, WAR);
  director.lay(view(0, 26), null);
  director.speed = Infinity;
  const laid = { "deck 0": { count: 25 }, "deck 1": { count: 25 }, pot: { count: 2, cards: ["KS", "KD"] } };
  director.receive({
    seq: 1,
    events: [up(0, "KD"), up(1, "KS")],
    view: { ...view(1, 26), piles: laid },
    question: null,
  });
  expect(director.running).toBe(false);
  expect(director.tableau.get("pot")?.map((slot) => slot.code)).toEqual(["KS", "KD"]);
});

it("a question that has been answered is not asked any longer when the answer comes, before the next frame", () => {
  const asked = { seat: 0, question: "top", choices: ["a"] } as never;
  const director = new Director(2, 0, LAYOUT, WAR, new Stepped());
  director.lay(view(0, 26), asked);
  expect(director.question).toBe(asked);
  director.receive({ seq: 1, events: [up(0, "KD"), up(1, "QS")], view: view(1, 27), question: asked });
  expect([director.question, director.running]).toEqual([null, true]);
});

it("a sound at the very beginning of a message is heard, and only once", () => {
  const [clock, heard] = [new Stepped(), [] as string[]];
  const director = new Director(2, 0, LAYOUT, WAR, clock);
  director.heard = (sound) => heard.push(sound);
  director.lay(view(0, 26), null);
  for (const turn of [1, 2]) {
    director.receive({ seq: turn, events: [{ kind: "knock", seat: 1 }], view: view(turn, 26), question: null });
    clock.run(1000);
    expect(heard).toHaveLength(turn);
  }
});

describe("the end", () => {
  const OVER = {
    seq: 1,
    question: null,
    view: { ...view(1, 52), over: true },
    events: [
      ...[up(0, "TS"), up(1, "TH"), { kind: "war" }, down(0), down(1), up(0, "6S"), up(1, "5H"), ...takes(0)],
      { kind: "end", winners: [0], ranking: [[0], [1]], text: "All." },
    ],
  };
  const over = (clock: Stepped) => {
    const director = new Director(2, 0, LAYOUT, WAR, clock);
    director.lay(view(0, 49), null);
    director.receive(OVER);
    return director;
  };

  it("of a game that is finished at once follows its last turn, in which no card waits", () => {
    const clock = new Stepped();
    const director = over(clock);
    director.conclude();
    expect([director.held, director.ended, director.shares()]).toEqual([false, ENDED.not, [52, 0]]);
    clock.run(16 + 160);
    expect(director.ended).toBe(ENDED.front);
    // 1060 ms after the last sweep, and a frame to start the clock.
    clock.run(880);
    expect(director.ended).toBe(ENDED.front);
    clock.run(32);
    expect(director.ended).toBe(ENDED.result);
  });

  it("is told at its time where frames come late; before it a late frame is waited for", () => {
    const clock = new Stepped();
    const director = over(clock);
    director.conclude();
    const before = director.time;
    clock.step(16);
    clock.step(200);
    expect(director.time - before).toBe(50);
    for (let i = 0; i < 3; i++) clock.step(50);
    expect(director.ended).toBe(ENDED.front);
    for (let i = 0; i < 5; i++) clock.step(200);
    expect(director.ended).toBeGreaterThanOrEqual(ENDED.result);
  });
});
