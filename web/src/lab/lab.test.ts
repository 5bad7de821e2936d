import { expect, it } from "vitest";
import { fields } from "../pages/options";
import { rulesIn } from "../rules/asked";
import type { StudyFound, StudySeen } from "../schema";
import type { GameInfo } from "../wire";
import kept from "../../fixtures/decided/study-war.json";
import { at, axis, columns, csv, FIRST_SEAT, LUCK, outline, percent, reach, ticks } from "./drawing";
import { linkOf, presetOf, questionIn, rulesOf, shortly, usual, variantLink } from "./question";

const info = {
  game: "war",
  seats: [2, 6],
  preset: "bicycle",
  presets: [
    { name: "bicycle", help: "", seats: 0, options: { face_down: 1, short: "lose", race: false, lives: 6 } },
    { name: "three-down", help: "", seats: 0, options: { face_down: 3, short: "lose", race: false, lives: 6 } },
    { name: "three-players", help: "", seats: 3, options: { face_down: 1, short: "lose", race: false, lives: 6 } },
  ],
  options: {
    properties: {
      face_down: { enum: [0, 1, 2, 3, 4, "rank"] },
      short: { enum: ["lose", "fewest"] },
      race: { type: "boolean" },
      lives: { type: "integer", minimum: 1, maximum: 20 },
    },
  },
} as unknown as GameInfo;
const form = fields(info.options.properties);
const found = (kept as StudySeen).found!;

const read = (link: string) => questionIn(info, form, new URL(link, "http://x").searchParams);

it("a link carries a question there and back", () => {
  for (const link of [
    "/lab/war?vary=short",
    "/lab/war?preset=three-down&race=true&seats=3&vary=face_down%3A0%2C1%2C3%2Crank&vary=short&games=4000&seed=7",
  ]) {
    const asked = read(link);
    expect(linkOf(info, form, asked)).toBe(link);
    expect(read(linkOf(info, form, asked))).toEqual(asked);
  }
  expect(read("/lab/war?vary=face_down:0,1,3,rank&race=true")).toMatchObject({
    vary: { face_down: [0, 1, 3, "rank"] },
    options: { race: true },
    seats: 2,
  });
});
it("without a link the first rule is asked about, with all its values", () =>
  expect(read("/lab/war").vary).toEqual({ face_down: [0, 1, 2, 3, 4, "rank"] }));
it("what no option has is left for the server to refuse", () =>
  expect(read("/lab/war?vary=short:nonsense&face_down=many").vary).toEqual({ short: ["nonsense"] }));
it("of many numbers some around what it is are tried", () => {
  expect(usual(form[3]!, 6)).toEqual([3, 6, 12]);
  expect(usual(form[3]!, 1)).toEqual([1, 2]);
  expect(usual(form[3]!, 15)).toEqual([7, 15, 20]);
});
it("values are told in a few words", () => {
  const say = (value: unknown) => String(value);
  expect([
    shortly([0, 1, 2, 3, 4, "rank"], say),
    shortly([0, 2], say),
    shortly([1, 3, 5, 7], say),
    shortly(["a", "b", "c", "d", "e"], say),
  ]).toEqual(["0 … 4, rank", "0, 2", "1, 3, 5, 7", null]);
});
it("a variant that a preset has is that preset; any other its base with what differs", () => {
  const asked = read("/lab/war?race=true");
  expect(rulesOf(info, { ...asked, options: {} }, { face_down: 3 })).toEqual({
    preset: "three-down",
    options: {},
    seats: 2,
  });
  expect(rulesOf(info, asked, { face_down: 3 })).toEqual({
    preset: "bicycle",
    options: { race: true, face_down: 3 },
    seats: 2,
  });
  expect(presetOf(info, { face_down: 1, short: "lose", race: false, lives: 6 }, 3)).toBe("three-players");
});
it("a named variant's link has its rules and its name, and nothing else", () => {
  const link = variantLink(info, { preset: "three-down", options: { race: true }, seats: 2 }, " Mine & yours ");
  expect(link).toBe("/v/war?preset=three-down&race=true&name=Mine+%26+yours");
  expect(rulesIn(new URL(link, "http://x").searchParams)).toEqual({
    preset: "three-down",
    options: { race: "true" },
    seats: undefined,
  });
});

it("lengths are drawn from the left edge to the right", () => {
  const d = outline(found.variants[0]!, found.games, 372, 1000);
  expect(d).toMatch(/^M0[ ,]0/);
  expect(d).not.toContain("NaN");
  expect(reach(found)).toBe(50 * found.step);
});
it("an axis has round numbers, and every interval lies on it", () => {
  expect([ticks(0, 1550, 5), ticks(0, 0.4, 4), ticks(0, 7, 5)]).toEqual([
    [0, 500, 1000, 1500],
    [0, 0.1, 0.2, 0.3, 0.4],
    [0, 2, 4, 6],
  ]);
  for (const name of [LUCK, FIRST_SEAT]) {
    const along = axis(found, name);
    for (const { measures } of found.variants)
      for (const end of [measures[name]!.low, measures[name]!.high]) {
        expect(at(end, along)).toBeGreaterThanOrEqual(0);
        expect(at(end, along)).toBeLessThanOrEqual(1);
      }
  }
  expect(axis({ ...found, seats: 3, variants: [] } as StudyFound, FIRST_SEAT).zero).toBeCloseTo(1 / 3);
});
it("beside the lengths stand luck, fairness and what says most of a game; where nobody is to be beaten, means alone", () => {
  expect([columns(found).numbers.map((one) => one.name), columns(found).shares.map((one) => one.name)]).toEqual([
    ["wars"],
    [LUCK, FIRST_SEAT],
  ]);
  const alone = { ...found, measures: found.measures.filter((one) => one.tally) };
  expect(columns(alone).numbers.map((one) => one.name)).toEqual(["wars", "war_battles", "longest_war"]);
});
it("figures to take away have a line for every measure of every variant", () => {
  const [head, ...lines] = csv(found).trim().split("\n");
  expect(head).toMatch(/^face_down,games,measure,value,low,high,difference/);
  expect(lines).toHaveLength(found.variants.length * (found.measures.length + 2));
  expect(new Set([head!, ...lines].map((line) => line.split(",").length))).toEqual(new Set([10]));
});
it("a share is written in percent", () =>
  expect([percent(0.281, "en"), percent(0.4986, "en", 1), percent(0.281, "it")]).toEqual([
    "28\u00a0%",
    "49.9\u00a0%",
    "28\u00a0%",
  ]));
