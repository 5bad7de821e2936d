import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Milestone, Step } from "../wire";
import { PlayingOn } from "./playingOn";

const WAR = { kind: "war" } as Milestone;
const step = (seq: number, more: { events?: object[]; over?: boolean; question?: object } = {}) =>
  ({
    seq,
    events: more.events ?? [],
    view: { over: more.over ?? false },
    question: more.question ?? null,
  }) as unknown as Step;
const finish = vi.fn();
const go = vi.fn();
const way = (alone = false) =>
  new PlayingOn({ director: () => ({ finish }) as never, milestone: () => WAR, alone: () => alone, go });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (draw: (now: number) => void) => draw(performance.now()));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

it("asks for more after the last entry of an answer, and draws that one", () => {
  const on = way();
  on.begins("end");
  on.promised(3);
  for (const seq of [1, 2, 3]) {
    expect([on.follows(step(seq)), on.passes(seq)]).toEqual([false, seq < 3]);
    on.goesOn(step(seq));
  }
  expect(finish).toHaveBeenCalledTimes(1);
  expect(go).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10);
  expect(go.mock.calls).toEqual([["end"]]);
});
it("alone it leaves out what comes soon after a turn that was drawn", () => {
  const on = way(true);
  on.begins("end");
  vi.advanceTimersByTime(1000);
  on.goesOn(step(1));
  expect(on.passes(2)).toBe(true);
  vi.advanceTimersByTime(200);
  expect(on.passes(2)).toBe(false);
});
it("stops at the milestone, at a question and at the end, and says that it ended the game", () => {
  for (const [until, last, finishes] of [
    ["milestone", step(2, { events: [WAR] }), false],
    ["milestone", step(2, { over: true }), false],
    ["end", step(2, { question: {} }), false],
    ["end", step(2, { over: true }), true],
  ] as const) {
    const on = way();
    on.begins(until);
    expect(on.follows(last)).toBe(finishes);
    on.goesOn(last);
    vi.advanceTimersByTime(1000);
    expect(go).not.toHaveBeenCalled();
  }
});
it("a turn by itself asks for nothing more", () => {
  const on = way();
  on.begins("turn");
  expect([on.follows(step(1, { over: true })), on.passes(0)]).toEqual([false, false]);
  on.goesOn(step(1));
  on.halt();
  vi.advanceTimersByTime(1000);
  expect([go.mock.calls.length, finish.mock.calls.length]).toEqual([0, 0]);
});
it("a part of a turn is told at once on the way, unless it has the milestone", () => {
  const on = way();
  on.begins("milestone");
  on.hearsPart({ events: [] });
  expect(finish).toHaveBeenCalledTimes(1);
  on.hearsPart({ events: [WAR as never] });
  on.hearsPart({ events: [] });
  expect(finish).toHaveBeenCalledTimes(1);
});
it("halted, it draws what is there and asks no more", () => {
  const on = way();
  on.begins("end");
  on.goesOn(step(1));
  on.halt();
  vi.advanceTimersByTime(1000);
  expect([go.mock.calls.length, finish.mock.calls.length]).toEqual([0, 2]);
});
