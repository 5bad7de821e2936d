import { describe, expect, it } from "vitest";
import type { Question } from "../wire";
import { choicesOf, groups, labelOf, ofOneCard, partOf, playedBy, robbing, spelled, taking } from "./choices";

describe("notation taken apart", () => {
  it.each([
    ["discard 7H", { verb: "discard", cards: ["7H"] }],
    ["draw stock", { verb: "draw", pile: "stock" }],
    ["bet 10 tie 1", { verb: "bet", number: 10, states: ["tie"] }],
    ["blitz 2 TD-PASS", { verb: "blitz", seat: 2, cards: ["TD-PASS"] }],
    ["attack brazil>peru 3", { verb: "attack", states: ["brazil", "peru"], number: 3 }],
    ["defend TACKLE", { verb: "defend", cards: ["TACKLE"] }],
    ["knock", { verb: "knock" }],
  ])("%s", (text, part) => expect(partOf(text)).toEqual(part));
});

const question = { seat: 0, question: "draw", choices: ["draw stock", "draw discard", "knock"] };

it("the server's parts come before our reading", () => {
  const parts = [{ verb: "x" }, { verb: "y" }, { verb: "z" }];
  expect(choicesOf({ ...question, parts }).map((one) => one.part.verb)).toEqual(["x", "y", "z"]);
});

it("choices stand by verb and pile, the usual one's first", () => {
  const found = groups(choicesOf(question), "draw discard");
  expect(found.map((group) => group.choices[0]!.text)).toEqual(["draw discard", "draw stock", "knock"]);
});

it("many cards of one verb are one group", () => {
  const asked = choicesOf({ ...question, choices: ["discard 7H", "discard 8H", "discard 9H"] });
  expect(groups(asked, undefined)).toHaveLength(1);
});

it("a choice that no catalogue knows is called by its notation", () => {
  const [one] = choicesOf({ ...question, choices: ["exorcise QS"] });
  expect(labelOf(one!, new Map(), {})).toBe("Exorcise Q♠");
});

it("what the server calls a choice names its cards as people do", () => {
  const question = {
    seat: 0,
    question: "act",
    choices: ["blitz 3 TD-RUN"],
    parts: [{ verb: "blitz", seat: 3, cards: ["TD-RUN"], label: "Blitz TD-RUN of Bot 3" }],
  };
  expect(labelOf(choicesOf(question)[0]!, new Map(), {})).toBe("Blitz Rushing TD of Bot 3");
});

it("an order may be written short", () => {
  expect(spelled("a brazil peru 3")).toBe("attack brazil>peru 3");
  expect(spelled("attack brazil>peru 2")).toBe("attack brazil>peru 2");
  expect(spelled(" P Peru 4 ")).toBe("place peru 4");
  expect(spelled("discard KS")).toBe("discard ks");
  expect(spelled("stop")).toBe("stop");
});

it("a card of my hand is what names it as mine, or what it does; one that lies elsewhere is robbed there", () => {
  const all = choicesOf({
    seat: 0,
    question: "act",
    choices: ["play TD-RUN", "blitz 3 TD-RUN", "blitz 2 TD-PASS", "pass"],
  });
  const texts = (found: typeof all) => found.map((one) => one.text);
  expect(texts(playedBy(all, "TD-RUN"))).toEqual(["play TD-RUN"]);
  expect(texts(playedBy(all, "BLITZ"))).toEqual(["blitz 3 TD-RUN", "blitz 2 TD-PASS"]);
  expect(texts(robbing(all, 3, "TD-RUN"))).toEqual(["blitz 3 TD-RUN"]);
  expect(robbing(all, 2, "TD-RUN")).toEqual([]);
});

it("are those of the chosen card where each plays a card of my hand, which may take or steal", () => {
  const notations = ["steal 1 9C", "take 9C", "take 6H", "trail 4C"];
  const parts = notations.map((text) => {
    const [verb = "", ...rest] = text.split(" ");
    return { verb, cards: [rest.at(-1)!], ...(rest.length > 1 ? { seat: Number(rest[0]) } : {}) };
  });
  const all = notations.map((text, i) => ({ text, part: parts[i]! }));
  const texts = (some: readonly { text: string }[]) => some.map((one) => one.text);
  const hand = ["4C", "6H", "9C"];
  expect(texts(playedBy(all, "9C"))).toEqual(["steal 1 9C", "take 9C"]);
  expect(texts(ofOneCard(all, all[1]!, hand))).toEqual(["steal 1 9C", "take 9C"]);
  expect(texts(ofOneCard(all, all[3]!, hand))).toEqual(["trail 4C"]);
  expect(ofOneCard(all, all[3]!, ["9C"])).toBe(all);
  expect(texts(taking(all, "6S"))).toEqual(["take 6H"]);
  expect(texts(taking(all, "4D"))).toEqual([]);
});

it("a card that is taken from a seat is not one of my hand, though I hold its like", () => {
  const texts = ["play FIELD-GOAL", "play TD-PASS", "blitz 1 FIELD-GOAL", "blitz 2 TD-PASS"];
  const all = texts.map((text) => ({ text, part: partOf(text) }));
  expect(ofOneCard(all, all[3]!, ["FIELD-GOAL", "TD-PASS", "BLITZ"])).toBe(all);
});

it("names both cards of a swap", () => {
  const part = { verb: "swap", cards: ["7C", "KS"] };
  expect(labelOf({ text: "swap 7C KS", part }, new Map(), {})).toBe("Swap 7♣ for K♠");
  expect(labelOf({ text: "swap 7C KS", part }, new Map(), {}, true)).toBe("7♣ for K♠");
});

it("names all cards of a label by their suits", () => {
  const part = { verb: "take", cards: ["6H"], label: "Take the 6S 6C with the 6H" };
  expect(labelOf({ text: "take 6H", part }, new Map(), {})).toBe("Take the 6♠ 6♣ with the 6♥");
});

it("of the cards that a Blitz could take the one of most points comes first", () => {
  const choices = ["play FIELD-GOAL", "blitz 1 EXTRA-POINT", "blitz 2 HAIL-MARY", "blitz 0 FIELD-GOAL", "pass"];
  expect(choicesOf({ seat: 0, question: "act", choices } as unknown as Question).map((one) => one.text)).toEqual([
    "play FIELD-GOAL",
    "blitz 2 HAIL-MARY",
    "blitz 0 FIELD-GOAL",
    "blitz 1 EXTRA-POINT",
    "pass",
  ]);
});

it("a card that defends is named on its button", () => {
  const label = (text: string) => labelOf({ text, part: partOf(text) }, new Map(), {});
  expect(["defend TACKLE", "defend BLOCKED-KICK", "defend"].map(label)).toEqual([
    "Use Tackle",
    "Use Blocked Kick",
    "Defend",
  ]);
});
