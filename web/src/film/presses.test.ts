// Whatever is pressed, and whenever: the director with a clock that the test steps.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Director } from "../table/director.svelte";
import { HeldKey } from "../table/heldKey.svelte";
import type { Step } from "../wire";
import { down, LAYOUT, PLAIN, Stepped, takes, up, view, WAR, WON } from "./testing";

function table(speed: 0.5 | 1 | 2 | 8 = 1): { director: Director; clock: Stepped; told: () => string[] } {
  const clock = new Stepped();
  const director = new Director(2, 0, LAYOUT, WAR, clock);
  director.speed = speed;
  director.lay(view(0, 26), null);
  return { director, clock, told: () => director.log.flatMap((entry) => entry.lines.map((line) => line.text)) };
}

describe("a plain turn", () => {
  it("takes 950 ms, is told at 280 and counted at 950", () => {
    const { director, clock, told } = table();
    director.receive(PLAIN);
    clock.run(16 + 272);
    expect(told()).toEqual([]);
    clock.run(16);
    expect(told()).toEqual(["0 turns up KS.", "1 turns up QH."]);
    clock.run(640);
    expect([director.shares(), director.running]).toEqual([[25, 25], true]);
    clock.run(32);
    expect([director.shares(), director.running]).toEqual([[27, 25], false]);
    expect(told()).toHaveLength(3);
  });

  it.each([
    [0.5, 1900],
    [1, 950],
    [2, 475],
  ] as const)("takes its time over the speed: %s", (speed, ms) => {
    const { director, clock } = table(speed);
    director.receive(PLAIN);
    clock.run(16 + ms - 32);
    expect(director.running).toBe(true);
    clock.run(48);
    expect(director.running).toBe(false);
  });

  it("a press in flight completes it; one in the rest sweeps within 120 ms and asks for the next turn", () => {
    const { director, clock, told } = table();
    director.receive(PLAIN);
    clock.run(64);
    expect(director.press()).toBe(false);
    expect(told()).toHaveLength(2);
    clock.run(64);
    expect(director.running).toBe(true);
    expect(director.press()).toBe(true);
    clock.run(16 + 128);
    expect(director.running).toBe(false);
  });

  it("a message that comes in the midst follows; nothing is turned back", () => {
    const { director, clock, told } = table();
    director.receive(PLAIN);
    clock.run(400);
    director.receive({ ...PLAIN, seq: 2, view: view(2, 28), events: [up(0, "AS"), up(1, "2H"), ...takes(0)] });
    expect(told()).toHaveLength(2);
    clock.run(2000);
    expect(told()).toHaveLength(6);
    expect(director.shares()).toEqual([28, 24]);
  });
});

describe("a war", () => {
  it("waits for my card at every speed but at once, and goes on when I turn it up", () => {
    for (const speed of [0.5, 1, 2, 8] as const) {
      const { director, clock, told } = table(speed);
      director.receive(WON);
      clock.run(5000);
      expect([director.held, told().at(-1)]).toEqual([true, "1 turns up 5H."]);
      director.press();
      clock.run(5000);
      expect([director.held, director.running, told().at(-1)]).toEqual([false, false, "0 takes the pot."]);
    }
  });

  it("is never skipped, whenever somebody presses", () => {
    for (let seed = 1; seed <= 40; seed++) {
      const { director, clock, told } = table();
      director.receive(WON);
      let held = 0;
      let random = seed;
      for (let frame = 0; frame < 600 && director.running; frame++) {
        random = (random * 16807) % 2147483647;
        if (director.held) {
          held++;
          expect(told()).not.toContain("0 turns up 6S.");
        }
        if (random % 9 === 0) director.press();
        clock.run(16);
      }
      expect(held, `seed ${seed}`).toBeGreaterThan(0);
      expect(told().at(-1)).toBe("0 takes the pot.");
    }
  });

  it("shows the card that meets mine before it waits", () => {
    const { director, clock, told } = table();
    director.receive(WON);
    clock.run(700);
    director.press(); // completes the laying
    expect([director.held, told().includes("1 turns up 5H.")]).toEqual([false, false]);
    director.press();
    expect([director.held, told().includes("1 turns up 5H.")]).toEqual([true, true]);
  });
});

describe("held down, or pressed at other speeds", () => {
  /** What the page does: while it is held, each turn that is over asks for the next one. */
  function heldFor(ms: number, messages: readonly Step[]) {
    const all = table();
    const holding = new HeldKey();
    const left = [...messages];
    const asked: number[] = [];
    const go = () => {
      if (all.director.press() && left.length > 0) {
        asked.push(all.clock.now);
        all.director.receive(left.shift()!);
      }
    };
    holding.down();
    go();
    for (let t = 0; t < ms; t += 16) {
      vi.advanceTimersByTime(16);
      all.clock.run(16);
      if (holding.on && !all.director.running) go();
    }
    holding.up();
    return { ...all, asked, holding };
  }
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const turns = (...kinds: readonly Step[]) => kinds.map((one, i) => ({ ...one, seq: i + 1, view: view(i + 1, 26) }));

  it("plays on, turn after turn, each with its rest", () => {
    const { asked, told } = heldFor(3200, turns(PLAIN, PLAIN, PLAIN));
    expect(asked).toHaveLength(3);
    // A turn takes 950 ms, and a frame begins it.
    for (const i of [1, 2]) expect(asked[i]! - asked[i - 1]!).toBeGreaterThanOrEqual(950);
    expect(told()).toHaveLength(9);
  });

  it("stops at a war's waiting card, and a new press turns it", () => {
    const { asked, director, clock, told } = heldFor(6000, turns(PLAIN, WON, PLAIN));
    expect(asked).toHaveLength(2);
    expect([director.held, told().includes("0 turns up 6S.")]).toEqual([true, false]);
    director.press();
    clock.run(3000);
    expect(told().at(-1)).toBe("0 takes the pot.");
  });

  it("a tap is one press: nothing plays on", () => {
    const { asked, holding } = heldFor(300, turns(PLAIN, PLAIN));
    vi.advanceTimersByTime(2000);
    expect([asked.length, holding.on]).toEqual([1, false]);
  });

  it("at 8 times both faces are shown for 44 ms, and the turn is swept in 60", () => {
    const { director, clock } = table(8);
    director.receive(PLAIN);
    let [faces, swept] = [0, 0];
    for (let t = 0; t < 320 && director.running; t += 4) {
      clock.step(4);
      const lie = director.tableau.get("pot")?.filter((slot) => slot.code !== null).length ?? 0;
      const seen = director.time >= 280 && director.time <= 710;
      if (lie === 2 && seen) faces += 4;
      if (director.time > 710) swept += 4;
    }
    expect(Math.abs(faces - (44 + 80 / 8))).toBeLessThanOrEqual(8);
    expect(Math.abs(swept - 60)).toBeLessThanOrEqual(8);
    expect(director.running).toBe(false);
  });

  it("at once shows the last position with its battle, a turn in one go", () => {
    const { director, told } = table();
    director.speed = Infinity;
    director.receive(PLAIN);
    expect([director.running, director.last?.slots.length, told().length]).toEqual([false, 2, 3]);
    director.receive({ ...WON, seq: 2 });
    expect([director.held, director.running, director.last?.slots.length]).toEqual([false, false, 6]);
  });
});

describe("a war of three cards down", () => {
  const THREE: Step = {
    ...WON,
    events: [
      up(0, "TS"),
      up(1, "TH"),
      { kind: "war" },
      ...[0, 1, 0, 1, 0, 1].map(down),
      up(0, "6S"),
      up(1, "5H"),
      ...takes(0),
    ],
  };

  it("waits when my card has lifted, at 1660 ms, and is counted 1420 after the press", () => {
    const { director, clock } = table();
    director.receive(THREE);
    // 640 for the tie, 380 for the mouth, 380 for the laying, 260 for my card; the first frame only starts the clock.
    clock.run(16 + 1648);
    expect(director.held).toBe(false);
    clock.run(16);
    expect(director.held).toBe(true);
    director.press();
    clock.run(16 + 1408);
    expect([director.running, director.stake]).toEqual([true, 0]);
    clock.run(32);
    expect([director.running, director.shares()]).toEqual([false, [32, 20]]);
  });
});

describe("what is taken back", () => {
  it("takes its lines out of the log, and the turn is told once more when it is played again", () => {
    const { director, told } = table();
    director.speed = Infinity;
    director.receive(PLAIN);
    director.receive({ ...PLAIN, seq: 2, view: view(2, 28) });
    director.receive({ seq: 3, events: [], view: view(1, 27), question: null });
    expect(director.log.map((entry) => entry.turn)).toEqual([1]);
    expect(director.history).toHaveLength(2);
    director.receive({ seq: 4, events: [], view: view(0, 26), question: null });
    expect([director.log, director.history.length]).toEqual([[], 1]);
    director.receive({ ...PLAIN, seq: 5 });
    expect(told()).toHaveLength(3);
    expect(director.log.map((entry) => entry.turn)).toEqual([1]);
  });

  it("of a choice within a turn leaves the turn as it was", () => {
    const { director, told } = table();
    director.speed = Infinity;
    const asked = { seat: 0, question: "top", choices: ["a"] } as never;
    const half = {
      ...view(1, 25),
      piles: { ...view(1, 25).piles, "deck 1": { count: 25 }, pot: { count: 2, cards: ["QH", "KS"] } },
    };
    const turn = [up(0, "KS"), up(1, "QH")];
    director.receive({ seq: 1, events: turn, view: half, question: asked });
    director.receive({ ...PLAIN, seq: 2, events: takes(0) });
    director.receive({ seq: 3, events: [], view: half, question: asked, turn });
    expect(told()).toEqual(["0 turns up KS.", "1 turns up QH."]);
  });
});
