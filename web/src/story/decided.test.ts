import { describe, expect, it } from "vitest";
import {
  because,
  brings,
  chances,
  fallsOf,
  isBetter,
  lines,
  madeLater,
  mistakesOf,
  roseAllTheSame,
  scale,
  worth,
  type ChoiceDecided,
  type Decided,
} from "./decided";
import type { StoryTurn } from "./turns";

const choice = {
  turn: 1,
  seat: 0,
  made: "knock",
  best: "draw stock",
  cost: 0.2,
  low: 0.1,
  high: 0.3,
  mistake: null,
  advice: null,
  compared: {},
  compared_around: {},
  question: "draw",
  led_to: null,
  gains: {},
};
const account = {
  expected: 0.5,
  luck: 0.3,
  choices: -0.2,
  others: 0.4,
  result: 1,
  expected_around: 0.03,
  choices_around: 0.05,
  others_around: 0.04,
};
const decided = {
  level: "simple",
  adviser: null,
  worlds: 100,
  seed: 1,
  share: true,
  accounts: [account, account],
  start: [0.5, 0.5],
  turns: [
    { turn: 0, values: [0.6, 0.4], luck: [], choices: [] },
    { turn: 2, values: [1, 0], luck: [], choices: [] },
  ],
  points: [],
  choices: [choice],
  sentences: [],
} satisfies Decided;
const told = (turn: number): StoryTurn => ({
  turn,
  seq: turn,
  shares: [26, 26],
  milestones: 3,
  pot: 9,
  events: [],
  steps: [],
  view: {} as StoryTurn["view"],
});

it("writes a share in percent, small ones with a digit, and what one plays for as it is", () => {
  expect([
    worth(0.344, true, "en"),
    worth(-0.0441, true, "en", true),
    worth(0, true, "en", true),
    worth(0.0441, true, "it"),
    worth(-3.25, false, "it"),
  ]).toEqual(["34\u00a0%", "−4.4\u00a0%", "0\u00a0%", "4,4\u00a0%", "−3,3"]);
});
it("the chart shows what each could expect after every turn, the last known where a turn has none", () => {
  expect(chances([told(0), told(1), told(2)], decided).map((one) => [one.shares, one.milestones])).toEqual([
    [[0.6, 0.4], 0],
    [[0.6, 0.4], 0],
    [[1, 0], 0],
  ]);
  const soFar = { start: [0.5, 0.5], turns: [{ turn: 0, values: [0.7, 0.3] }] };
  expect(chances([told(0), told(1)], soFar).map((one) => one.shares)).toEqual([
    [0.7, 0.3],
    [0.7, 0.3],
  ]);
});

it("says where a chance falls although the player gained, unless it fell by little", () => {
  const holds = { before: [6, 8, 8], after: [14, 8, 9] };
  const chance = { before: [0.4, 0.3, 0.3], after: [0.3, 0.42, 0.28] };
  expect(fallsOf(holds, chance, 1000)).toEqual([{ seat: 0, before: 0.4, after: 0.3 }]);
  expect(fallsOf({ before: holds.after, after: holds.before }, chance, 1000)).toEqual([]);
  expect(fallsOf(holds, chance, 100)).toEqual([]); // in few worlds it may be the estimate alone
});

describe("the sum", () => {
  it("leads from what was expected to the result, each part from where the one before ended", () => {
    const all = lines({ ...decided, choices: [choice, { ...choice, seat: 1 }] }, 0);
    expect(all.map((one) => one.part)).toEqual(["expected", "luck", "choices", "others", "result"]);
    expect(all.slice(1, 4).map((one) => [one.from, one.to].map((at) => Math.round(at * 10) / 10))).toEqual([
      [0.5, 0.8],
      [0.8, 0.6],
      [0.6, 1],
    ]);
  });
  it("leaves out what nobody had to choose", () =>
    expect(lines({ ...decided, choices: [] }, 0).map((one) => one.part)).toEqual(["expected", "luck", "result"]));
  it("fits into its scale, what goes below nothing too", () => {
    const at = scale([{ part: "luck", value: -3, from: 1, to: -2, around: 0 }]);
    expect([at(-2), at(1)]).toEqual([0, 1]);
  });
});
it("another choice is better only where its interval says so", () =>
  expect([isBetter(choice), isBetter({ ...choice, low: -0.01 }), isBetter({ ...choice, made: "draw stock" })]).toEqual([
    true,
    false,
    false,
  ]));

it("what a hint would have advised is listed as no mistake", () => {
  const mistake = (cost: number, advice: string | null) => ({ ...choice, mistake: "a sentence", cost, advice });
  const all = [mistake(0.1, null), mistake(0.4, choice.made), mistake(0.3, choice.best), { ...choice, mistake: null }];
  expect(mistakesOf(all).map((one) => one.cost)).toEqual([0.3]); // both are the same choice of one turn
  expect(mistakesOf([all[0]!, { ...all[2]!, turn: 9 }]).map((one) => one.cost)).toEqual([0.3, 0.1]);
});

it("a better choice that is made later in the same turn is known", () => {
  const mistake = { ...choice, made: "attack peru>brazil 3", best: "attack egypt>congo 3" };
  const then = (more: object) => madeLater(mistake, [mistake, { ...choice, made: mistake.best, ...more }]);
  expect([then({}), then({ turn: choice.turn + 1 }), then({ seat: choice.seat + 1 })]).toEqual([true, false, false]);
});

it("a mistake in a turn that went well all the same is known", () => {
  const at = (turn: number, value: number) => ({ turn, values: [value, 1 - value], luck: [0, 0], choices: [0, 0] });
  const rose = (before: number, after: number, share = true) => {
    const turns = [at(2, before), at(3, after)];
    return roseAllTheSame({ ...decided, share, start: [0.5, 0.5], turns }, { ...choice, turn: 3, seat: 0 });
  };
  expect([rose(0.4, 0.6), rose(0.4, 0.42), rose(0.6, 0.4), rose(0.4, 0.6, false)].map((one) => one.toFixed(2))).toEqual(
    ["0.20", "0.00", "0.00", "0.00"],
  );
});

it("of a better choice a hint is told, and of the one made to its own player alone", () => {
  const gains = { "draw stock": "it may bring 31", knock: "it ends the round" };
  const one = { ...choice, gains };
  const names = ["Ann", "Bot 2"];
  expect(brings(one, names, 0)).toBe(
    "What the better choice does at once: it may bring 31. What yours did at once: it ends the round.",
  );
  expect(brings(one, names, 1)).toBe("A hint would have told Ann of the better choice: “it may bring 31”.");
  expect(brings({ ...one, gains: { knock: gains.knock } }, names, 1)).toBe("");
  expect(brings(choice, names, 0)).toBe("");
  expect(brings({ ...one, gains: { knock: gains.knock, "draw stock": gains.knock } }, names, 0)).toBe("");
});

describe("why the better choice was better", () => {
  const led_to = {
    turns: 2,
    unit: "lives",
    made: [0, 1.96, 2],
    best: [0, 1.04, 1.91],
    told: [1, 2],
    helped: 1,
    won_made: [0, 0, 0],
    won_best: [0, 0, 0],
    places: [],
    told_won: [],
  };
  const names = ["Ann", "Bot 2", "Bot 3"];
  const told = (one: Partial<ChoiceDecided>, me: number | null, share = true) =>
    because({ ...choice, ...one }, share, names, me);
  it("is told by what it led to, and the reader is called you", () => {
    expect(told({ led_to }, 2)).toBe(
      "That is better because, 2 turns later, Bot 2 has 1.0 lives on average instead of 2.0. " +
        "You have 1.9 instead of 2.0. The choice made helped Bot 2 most.",
    );
    expect(told({ led_to: { ...led_to, told: [2] } }, 2)).toBe(
      "That is better because, 2 turns later, you have 1.9 lives on average instead of 2.0.",
    );
    expect(told({ led_to: { ...led_to, turns: 1, told: [2, 1], helped: null } }, 2)).toBe(
      "That is better because, a turn later, you have 1.9 lives on average instead of 2.0. " +
        "Bot 2 has 1.0 instead of 2.0.",
    );
  });
  it("is told by who has won by then, before anything else", () => {
    const won = { ...led_to, won_made: [0, 0.32, 0], won_best: [0, 0, 0.004], told_won: [1] };
    expect(told({ led_to: won }, 2)).toBe(
      "That is better because, 2 turns later, Bot 2 has won 0\u00a0% of the games instead of 32\u00a0%. " +
        "The choice made helped Bot 2 most.",
    );
    const ended = { seat: 0, made: "knock", best: "draw", compared: { draw: 0.2, knock: 0 }, led_to: won };
    expect(told({ ...ended, led_to: { ...won, helped: 2 } }, 1)).toBe(
      "That is better because, 2 turns later, you have won 0\u00a0% of the games instead of 32\u00a0%.",
    );
  });
  it("is told by the places of a map that the player keeps, before what each has", () => {
    const places = [
      { place: "Peru", made: 0.3, best: 0.8 },
      { place: "Chile", made: 0.4, best: 0.6 },
    ];
    const one = { seat: 0, led_to: { ...led_to, places } };
    const chile = "And Chile in 60\u00a0% instead of 40\u00a0%. The choice made helped Bot 2 most.";
    expect(told(one, 0)).toBe(
      `That is better because, 2 turns later, you hold Peru in 80\u00a0% of the games instead of 30\u00a0%. ${chile}`,
    );
    expect(told(one, 1)).toMatch(/^That is better because, 2 turns later, Ann holds Peru in 80/);
  });
  it("is told by how often the player then wins, where no consequence is certain", () => {
    const one = { led_to: null, seat: 0, made: "knock", best: "draw", compared: { draw: 0.42, knock: 0.31 } };
    expect(told(one, 1)).toBe(
      "In the end Ann wins 42\u00a0% of the games that bots play on from there, instead of 31\u00a0%.",
    );
    expect(told({ ...one, led_to: { ...led_to, told: [], helped: 1 } }, 0)).toBe(
      "In the end you win 42\u00a0% of the games that bots play on from there, instead of 31\u00a0%. " +
        "The choice made helped Bot 2 most.",
    );
    const ended = { ...one, compared: { draw: 0.22, knock: 0 }, led_to };
    expect(told(ended, 0)).toMatch(/^In the end you win 22/); // the game was over before a later turn
    expect(told({ ...one, compared: { draw: 3.5, knock: -1 } }, 0, false)).toBe(
      "In the end you have 3.5 on average instead of −1.",
    );
  });
});
