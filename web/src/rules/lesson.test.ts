import { expect, it } from "vitest";
import type { Question, View } from "../wire";
import type { Laid } from "./book";
import { cardsNamed } from "../words/words.svelte";
import { called, didAt, offered, questionAt, rightChoice, seenBy } from "./lesson";
import { named } from "./seats";

const view = (piles: Record<string, string[]>): View =>
  ({
    piles: Object.fromEntries(Object.entries(piles).map(([name, cards]) => [name, { count: cards.length, cards }])),
  }) as unknown as View;
const question = { seat: 0, question: "bet", choices: ["bet 1", "bet 2", "bet 3", "bet 4", "bet 10"] } as Question;
const table = (more: Partial<Laid> = {}): Laid => ({
  events: [],
  view: view({ "hand 0": ["7H"], "hand 1": ["2C", "3C"] }),
  question: null,
  ...more,
});

it("hides the hands of others until the last table, and calls the players by their letters", () => {
  const events = [{ kind: "draw", text: "Seat 1 draws." }] as unknown as Laid["events"];
  const [first, last] = seenBy(0, [table({ events }), table()]);
  expect(first!.events[0]!.text).toBe("B draws.");
  expect(first!.view.piles["hand 0"]).toEqual({ count: 1, cards: ["7H"] });
  expect(first!.view.piles["hand 1"]).toEqual({ count: 2 });
  expect(last!.view.piles["hand 1"]).toEqual({ count: 2, cards: ["2C", "3C"] });
});

it("asks the learner alone, and only where a choice follows", () => {
  expect(rightChoice(0, table({ question, choice: "bet 10" }))).toBe("bet 10");
  expect(rightChoice(1, table({ question, choice: "bet 10" }))).toBeNull();
  expect(rightChoice(0, table({ question, choice: null }))).toBeNull();
  expect(rightChoice(0, table({ question, choice: "steal 1" }))).toBeNull();
  expect(rightChoice(0, undefined)).toBeNull();
});

it("offers the right choice and three others, in their order", () => {
  const shown = offered(table({ question, choice: "bet 10" }), "bet 10").map((one) => one.text);
  expect(shown).toEqual(["bet 1", "bet 2", "bet 3", "bet 10"]);
});

it("offers one other choice on a map, where states can be pressed", () => {
  const choices = ["attack peru>brazil 3", "attack peru>brazil 2", "attack peru>brazil 1", "stop"];
  const asked = { seat: 0, question: "attack", choices } as Question;
  const shown = offered(table({ question: asked, choice: "stop" }), "stop").map((one) => one.text);
  expect(shown).toEqual(["attack peru>brazil 3", "stop"]);
});

it("calls states and seats by their names", () => {
  const attack = { text: "attack peru>brazil 1", part: { verb: "attack", states: ["peru", "brazil"], number: 1 } };
  expect(called(attack, new Map(), [])).toContain("Peru → Brazil");
  const steal = { text: "steal 1", part: { verb: "steal", label: "Steal the pile of Seat 1" } };
  expect(called(steal, new Map(), ["You", "Bot 1"])).toBe("Steal the pile of Bot 1");
});

it("asks with the names of the players in its labels", () => {
  const parts = [{ verb: "steal", label: "Steal the pile of Seat 1" }, { verb: "play" }];
  const asked = { seat: 0, question: "steal", choices: ["steal 1", "play"], parts } as unknown as Question;
  const labels = (choice: string | null) =>
    questionAt(0, ["You", "Bot 1"], table({ question: asked, choice }))?.parts?.map(({ label }) => label);
  expect(labels("play")).toEqual(["Steal the pile of Bot 1", undefined]);
  expect(labels(null)).toBeUndefined();
});

it("says what a choice did while the step asks for the next one, and nothing before the first", () => {
  const bomb = { seat: 1, question: "attack", choices: ["bomb peru>brazil", "stop"] } as Question;
  const tables = [
    table(),
    table({ question: bomb, choice: "bomb peru>brazil" }),
    table({ did: "You drop the bomb on brazil. Seat 0 waits.", question: bomb, choice: "stop" }),
  ];
  expect(tables.map((_, at) => didAt(1, tables, at, ["Bot 1", "You"]))).toEqual([
    "",
    "",
    "You drop the bomb on Brazil. Bot 1 waits.",
  ]);
});

const recorded = import.meta.glob<{ default: Record<string, { seat: number; steps: Laid[] }[]> }>(
  "../../fixtures/film/lessons.json",
);
it("tells what the learner did with the names of cards and players, in every lesson", async () => {
  const lessons = (await Object.values(recorded)[0]!()).default;
  expect(Object.keys(lessons).length).toBeGreaterThan(10);
  for (const { seat, steps: laid } of Object.values(lessons).flat()) {
    const tables = seenBy(seat, laid);
    const names = Array.from({ length: 6 }, (_, other) =>
      other === seat ? "You" : `Bot ${other + (other < seat ? 1 : 0)}`,
    );
    const said = tables.map((_, at) => didAt(seat, tables, at, names)).filter(Boolean);
    // All that is told, not only where the step asks again: cards have the same names everywhere.
    const all = [...said, ...tables.map(({ did }) => cardsNamed(named(did ?? "", names)))];
    for (const text of all)
      expect(text.replace(" TD", "")).not.toMatch(/Seat \d|[A-Z0-9]+-[A-Z0-9-]+|\b[A-Z]{2,}\b|\b[2-9TJQKA][CDHS]\b/);
    for (const text of said) expect(text).toMatch(/^(You|Bot \d) /);
  }
});
