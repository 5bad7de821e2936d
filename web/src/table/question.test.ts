// "To the next war" and "Finish" pressed while a film runs: one press completes it and goes on.
import { beforeEach, describe, expect, it } from "vitest";
import { LAYOUT, PLAIN, Stepped, takes, up, view, WAR, WON } from "../film/testing";
import type { Question, Step } from "../wire";
import { playedBy, robbing } from "./choices";
import { Director } from "./director.svelte";
import { OpenQuestion } from "./question.svelte";
import type { Until } from "./until";

const OVER: Step = {
  seq: 1,
  question: null,
  view: { ...view(1, 52), over: true },
  events: [up(0, "KS"), up(1, "QH"), ...takes(0), { kind: "end", winners: [0], ranking: [[0], [1]], text: "All." }],
};

let [clock, director, asked] = [new Stepped(), null as never as Director, [] as Until[]];
let press: (until: Until) => void;
beforeEach(() => {
  [clock, asked] = [new Stepped(), []];
  director = new Director(2, 0, LAYOUT, WAR, clock);
  director.lay(view(0, 26), null);
  const question = new OpenQuestion(
    () => ({ director, ongo: (until: Until) => asked.push(until), seats: [], names: [] }) as never,
  );
  press = (until) => question.go(until);
});
const told = () => director.log.flatMap((entry) => entry.lines.map((line) => line.text));

describe("while a plain turn is seen", () => {
  it.each(["milestone", "end"] as const)("one press completes it and goes on: %s", (until) => {
    director.receive(PLAIN);
    clock.run(200);
    press(until);
    expect([told().length, director.running, asked]).toEqual([3, false, [until]]);
  });
});

describe("while a war is seen", () => {
  it("W completes its laying; my card waits, and is turned up by the next press", () => {
    director.receive(WON);
    clock.run(200);
    press("milestone");
    expect([director.held, asked, told().includes("0 turns up 6S.")]).toEqual([true, [], false]);
    press("milestone");
    clock.run(300);
    expect([director.held, asked, told().includes("0 turns up 6S.")]).toEqual([false, [], true]);
    press("milestone");
    expect([director.running, asked, told().at(-1)]).toEqual([false, ["milestone"], "0 takes the pot."]);
  });

  it.each([200, 5000])("F plays to the end, past my waiting card, by one press: after %s ms", (ms) => {
    director.receive(WON);
    clock.run(ms);
    press("end");
    expect([director.held, director.running, asked, told().at(-1)]).toEqual([
      false,
      false,
      ["end"],
      "0 takes the pot.",
    ]);
  });
});

it.each(["milestone", "end"] as const)("at the end a press completes the film and asks for nothing: %s", (until) => {
  director.receive(OVER);
  clock.run(1200);
  press(until);
  expect([director.running, director.ending?.winners, asked]).toEqual([false, [0], []]);
});

describe("a choice that is pressed", () => {
  const asks = (...choices: string[]) => ({ seat: 0, question: "act", text: "What do you do?", choices }) as Question;
  const told: string[] = [];
  const company = { sent: false };
  const press = (text: string) => {
    const question = new OpenQuestion(
      () =>
        ({ director, company, layout: {}, onchoose: (one: string) => told.push(one), seats: [], names: [] }) as never,
    );
    question.commit({ text, part: { verb: "play" } });
    return told.splice(0);
  };

  it("is sent once: none while another one is on its way", () => {
    director.lay(view(0, 26), asks("play A", "play B"));
    company.sent = true;
    expect(press("play A")).toEqual([]);
    company.sent = false;
    expect(press("play A")).toEqual(["play A"]);
  });

  it("is not sent to another question, which came while the finger was down", () => {
    director.lay(view(0, 26), asks("play B"));
    expect(press("play A")).toEqual([]);
  });
});

describe("a press on a card of my hand", () => {
  const told: string[] = [];
  const opened = (choices: string[], usual: string) => {
    told.length = 0;
    director.lay(view(0, 26), { seat: 0, question: "act", text: "What do you do?", choices, usual } as Question);
    return new OpenQuestion(
      () => ({ director, layout: {}, onchoose: (one: string) => told.push(one), seats: [], names: [] }) as never,
    );
  };
  const CHOICES = ["play TD-RUN", "play CONVERSION", "blitz 1 TD-PASS", "blitz 2 HAIL-MARY"];

  it("raises it, and the next press on it plays it", () => {
    const question = opened(CHOICES, "play TD-RUN");
    const card = playedBy(question.choices, "CONVERSION");
    question.pick(card);
    expect([question.picked, question.raises(card), told]).toEqual(["play CONVERSION", true, []]);
    question.pick(card);
    expect(told).toEqual(["play CONVERSION"]);
  });

  it("plays one that is raised as the usual choice", () => {
    const question = opened(CHOICES, "play TD-RUN");
    const card = playedBy(question.choices, "TD-RUN");
    expect(question.raises(card)).toBe(true);
    question.pick(card);
    expect(told).toEqual(["play TD-RUN"]);
  });

  it("does not play one that has raised itself just before: it may have come under the finger", () => {
    const question = opened(CHOICES, "play TD-RUN");
    const card = playedBy(question.choices, "TD-RUN");
    question.pick(card, true);
    expect([question.picked, told]).toEqual(["play TD-RUN", []]);
    question.pick(card, true);
    expect(told).toEqual(["play TD-RUN"]);
  });

  it("raises the first that a Blitz takes, though the card chosen in my hand is such a card too", () => {
    const question = opened(["play EXTRA-POINT", "blitz 1 TD-PASS", "blitz 1 EXTRA-POINT"], "play EXTRA-POINT");
    question.pick(playedBy(question.choices, "BLITZ"));
    expect(question.picked).toBe("blitz 1 TD-PASS");
  });

  it("raises one that makes more than one choice, and then plays it by either card that is raised for it", () => {
    const question = opened(CHOICES, "blitz 2 HAIL-MARY");
    const card = playedBy(question.choices, "BLITZ");
    expect(question.raises(card)).toBe(false);
    question.pick(card);
    expect([question.picked, question.raises(card), told]).toEqual(["blitz 2 HAIL-MARY", true, []]);
    question.pick(robbing(question.choices, 2, "HAIL-MARY"));
    expect(told).toEqual(["blitz 2 HAIL-MARY"]);
  });
});
