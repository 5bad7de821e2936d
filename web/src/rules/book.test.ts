import { describe, expect, it } from "vitest";
import {
  chapters,
  cited,
  claims,
  faceDown,
  found,
  needed,
  moments,
  type Clause,
  type Laid,
  type Result,
  type Rulebook,
} from "./book";

const clause = (id: string, text: string, ruling = ""): Clause => ({
  id,
  text,
  seed: `source of ${id}`,
  ruling,
  example: [],
});
const view = (turns: number) => ({ seat: null, turns, over: false, piles: {}, state: {}, told: {}, shares: [] });

describe("what is cited", () => {
  it("is an id of a clause, never a card or a Champz card", () => {
    expect(
      cited("See WP-12, BK-R09 and CW-R1; not TD-RUN, 7C or A-1x.")
        .filter((one) => one.id)
        .map((one) => one.id),
    ).toEqual(["WP-12", "BK-R09", "CW-R1"]);
  });
  it("leaves the words as they are", () => {
    expect(
      cited("as W1-04 says")
        .map((one) => one.text)
        .join(""),
    ).toBe("as W1-04 says");
  });
});

describe("chapters", () => {
  const book: Rulebook = {
    title: "T",
    groups: { AA: "First", BB: "None", CC: "Third" },
    ruling: [],
    clause: [clause("AA-01", "one"), clause("CC-01", "two"), clause("AA-02", "three")],
  };
  it("follow the groups, without empty ones", () => {
    expect(chapters(book).map((one) => [one.group, one.clauses.map((c) => c.id).join()])).toEqual([
      ["AA", "AA-01,AA-02"],
      ["CC", "CC-01"],
    ]);
  });
  it("of a game with scenarios are the scenarios, with what stands before and after them", () => {
    const many: Rulebook = {
      title: "T",
      groups: { BK: "All" },
      ruling: [],
      clause: [1, 2, 3, 4, 5].map((n) => clause(`BK-00${n}`, `${n}`)),
      scenarios: [{ code: "Ha", name: "Halfsies", ours: false, clauses: ["BK-002", "BK-004"], trigger: "", story: "" }],
    };
    expect(chapters(many).map((one) => [one.title, one.clauses.map((c) => c.text).join("")])).toEqual([
      ["All", "1"],
      ["Halfsies", "234"],
      ["All", "5"],
    ]);
  });
});

it("a search finds all of its words, in id, rule and source", () => {
  const all = [clause("W1-01", "Two players get 26 cards"), clause("W1-02", "It does not matter")];
  expect(found(all, "CARDS two").map((one) => one.id)).toEqual(["W1-01"]);
  expect(found(all, "source w1-02").map((one) => one.id)).toEqual(["W1-02"]);
  expect(found(all, "two players lose")).toEqual([]);
});

it("a clause needs values of options, or none", () => {
  const one = { ...clause("WH-13", "Cards face down"), when: { face_down: [0, 1], race: false, seats: { least: 3 } } };
  expect(needed(one)).toEqual([
    { option: "face_down", values: [0, 1], least: false },
    { option: "race", values: [false], least: false },
    { option: "seats", values: [3], least: true },
  ]);
  expect(needed(clause("W1-01", "Always"))).toEqual([]);
});

describe("claims", () => {
  const result: Result = {
    over: false,
    winners: [],
    turns: 1,
    turn_winner: 1,
    reason: null,
    piles: { "deck 0": "5H", "deck 1": "7C 2C", pot: "" },
    state: { wars: 1 },
    pending: null,
  };
  const told = (expected: Record<string, unknown>) =>
    claims(
      expected,
      result,
      ["A", "B"],
      (pile) => pile,
      (counter) => counter.replaceAll("_", " "),
    );
  it("are held against the result, cards in braces in any order", () => {
    expect(
      told({
        turn_winner: 1,
        "deck 1": "{2C 7C}",
        "count.deck 0": 1,
        "state.wars": 1,
        over: false,
        pending: "null",
      }).map((one) => one.true),
    ).toEqual([true, true, true, true, true, true]);
    expect(
      told({ turn_winner: 0, "deck 1": "2C 7C", "count.deck 0": 2, "state.wars": 2, over: true }).map(
        (one) => one.true,
      ),
    ).toEqual([false, false, false, false, false]);
  });
  it("count events and name seats instead of showing what a file holds", () => {
    const expected = { events: [{ kind: "lose_lowest", seat: 0 }], ranking: [[1], [0]] };
    expect(told(expected).map((one) => [one.key, one.values])).toEqual([
      ["claim.events", { n: 1 }],
      ["claim.ranking", { names: "B, A" }],
    ]);
  });
  it("are read nested as well as flat", () => {
    expect(told({ state: { wars: 1 }, count: { "deck 1": 2 } }).map((one) => [one.key, one.true])).toEqual([
      ["claim.state", true],
      ["claim.count", true],
    ]);
  });
  it("say who, in names", () => {
    expect(told({ turn_winner: 1 })[0]?.values).toEqual({ name: "B" });
    expect(told({ turn_winner: "null" })[0]?.key).toBe("claim.nobody");
  });
});

describe("moments", () => {
  it("are called by what is told; the first is the table as it was laid", () => {
    const steps: Laid[] = [
      { events: [], view: view(0), question: null },
      {
        events: [
          { kind: "move", text: "" },
          { kind: "turn_up", seat: 1, text: "Seat 1 turns up 7C." },
        ],
        view: view(0),
        question: null,
      },
      { events: [{ kind: "war", text: "War!" }], view: view(1), question: null },
      { events: [], view: view(1), question: { seat: 0, question: "tie", text: "War, or surrender?" } },
    ];
    expect(moments(steps, ["A", "B"])).toEqual([
      { kind: "laid", seat: null, text: "" },
      { kind: "told", seat: 1, text: "B turns up 7C." },
      { kind: "told", seat: null, text: "War!" },
      { kind: "asked", seat: 0, text: "War, or surrender?" },
    ]);
  });
});

it("what lies face down is not shown, until it is turned up or taken", () => {
  const laid = (card: string, kind: string) => ({
    events: [{ kind, card, from: "deck 0", to: "pot" }],
    view: { ...view(0), piles: { pot: { count: 2, cards: ["2C", "7C"] }, "deck 0": { count: 1, cards: ["5H"] } } },
    question: null,
  });
  const seen = faceDown([laid("2C", "lay_face_down"), laid("2C", "show")]);
  expect(seen.map((one) => one.view.piles.pot?.cards)).toEqual([
    ["??", "7C"],
    ["2C", "7C"],
  ]);
  expect(seen[0]?.events[0]?.card).toBe("??");
  expect(seen[0]?.view.piles["deck 0"]).toEqual({ count: 1 });
});

it("an example calls its seats by their letters, on the table as in its caption", () => {
  const event = { kind: "play", seat: 1, text: "Seat 1 plays 7C." };
  expect(faceDown([{ events: [event], view: view(1), question: null }])[0]?.events[0]?.text).toBe("B plays 7C.");
});
