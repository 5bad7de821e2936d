import { expect, test } from "vitest";
import type { Question, SeatInfo } from "../wire";
import { againstState, whyNot } from "./whyNot";

const seats = [
  { seat: 0, kind: "person", name: "Ann" },
  { seat: 1, kind: "bot", name: "Bot 1" },
] as SeatInfo[];
const mine: Question = {
  seat: 0,
  question: "act",
  text: "What do you do?",
  choices: ["use FUMBLE"],
  why_not: [{ cards: ["TACKLE"], clause: "BC-017", text: "There is nothing to remove." }],
};
const now = {
  me: 0,
  seats,
  names: ["You", "Bot 1"],
  question: mine as Question | null,
  running: false,
  over: false,
  watching: false,
  still: null as string | null,
};

test("a card that a clause bars says so, another one says what is asked", () => {
  expect(whyNot("TACKLE", now)).toMatchObject({ text: "There is nothing to remove.", clause: "BC-017" });
  expect(whyNot("7H", { ...now, question: { ...mine, text: "Draw or knock?" } })).toEqual({
    text: "Draw or knock?",
    clause: null,
  });
});

test("while another player chooses, the card says whose turn it is", () => {
  const question = { seat: 1, question: "act", text: "What do you do?" } as Question;
  expect(whyNot("TACKLE", { ...now, question })?.text).toBe("It isn’t your turn: Bot 1 is choosing.");
});

test("while another player’s dice roll on the map, the bomb says whose turn it is", () => {
  const its = { ...now, running: true, turnOf: 1 };
  expect(whyNot("bomb", its)?.text).toBe("It isn’t your turn: Bot 1 is choosing.");
  expect(whyNot("bomb", { ...its, turnOf: 0 })?.text).toBe("Wait until the table stands still.");
});

test("a paused game, moving cards and a bot that stands in come before any clause", () => {
  expect(whyNot("TACKLE", { ...now, still: "The game is paused.", running: true })?.text).toBe("The game is paused.");
  expect(whyNot("TACKLE", { ...now, running: true })?.text).toBe("Wait until the table stands still.");
  const away = [{ ...seats[0]!, stand_in: true } as SeatInfo, seats[1]!];
  expect(whyNot("TACKLE", { ...now, seats: away })?.text).toBe("A bot plays for you. Take your seat back first.");
});

test("where nothing is to be chosen a press on a card says nothing", () => {
  expect(whyNot("TACKLE", { ...now, question: null })).toBeNull();
  expect(whyNot("TACKLE", { ...now, over: true })).toBeNull();
  expect(whyNot("TACKLE", { ...now, watching: true })).toBeNull();
});

const ofStates = {
  why_not: [
    { states: ["peru"], clause: "BW-025", text: "One tank must stay." },
    { states: ["japan"], clause: "BW-022", text: "It borders none of your states." },
    { states: [">japan", ">brazil"], clause: "BW-022", text: "Attacks go only to a neighbouring state." },
  ],
} as unknown as Question;

test("a state that is pressed first has a reason of its own", () => {
  expect(againstState(ofStates, "peru", null)).toBe("One tank must stay.");
  expect(againstState(ofStates, "japan", null)).toBe("It borders none of your states.");
});

test("after another state the reason is that it is no target, if that is one", () => {
  expect(againstState(ofStates, "japan", "brazil")).toBe("Attacks go only to a neighbouring state.");
  expect(againstState(ofStates, "peru", "brazil")).toBe("One tank must stay.");
});

test("a state that may be pressed has none, nor one of a question without reasons", () => {
  expect(againstState(ofStates, "congo", null)).toBeNull();
  expect(againstState({} as Question, "peru", null)).toBeNull();
});
