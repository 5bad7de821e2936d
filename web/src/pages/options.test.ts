import { expect, it } from "vitest";
import type { GameInfo } from "../wire";
import { changed, fields, grouped, offClock, presetListed, titleOf, valueOf, withoutClock } from "./options";

it("booleans and enumerations are choices, wide ranges are numbers", () => {
  const found = fields({
    race: { type: "boolean", description: "A war is a race." },
    short: { enum: ["lose", "last_card"] },
    lives: { type: "integer", minimum: 1, maximum: 4 },
    cap: { type: "integer", minimum: 1, maximum: 100000 },
  });
  expect(found.map((one) => one.kind)).toEqual(["choice", "choice", "choice", "number"]);
  expect(found[2]).toMatchObject({ values: [1, 2, 3, 4] });
});
it("when a game is broken off is asked last", () =>
  expect(fields({ turn_cap: { type: "integer" }, race: { type: "boolean" } }).map((one) => one.name)).toEqual([
    "race",
    "turn_cap",
  ]));
it("options and their values are read by their names, in the order of their declaration", () => {
  const named = {
    title: "Cards face down",
    anyOf: [{ enum: ["most", "rank"] }, { enum: [0, 1] }],
    titles: { rank: "as the rank says", most: "the most there are" },
  };
  expect([titleOf("face_down", named), valueOf("rank", named), valueOf(3, named)]).toEqual([
    "Cards face down",
    "as the rank says",
    "3",
  ]);
  expect(fields({ face_down: named })[0]).toMatchObject({ values: [0, 1, "rank", "most"] });
});
it("common options come first; where none is said to be common, all are", () => {
  const all = fields({ a: { type: "boolean" }, b: { type: "boolean", common: true }, turn_cap: { type: "integer" } });
  const names = (some: readonly { name: string }[]) => some.map((one) => one.name);
  expect([names(grouped(all).common), names(grouped(all).rare)]).toEqual([["b"], ["a", "turn_cap"]]);
  const without = all.filter((one) => one.name !== "b");
  expect([names(grouped(without).common), grouped(without).rare]).toEqual([["a", "turn_cap"], []]);
});
it("only what differs from the preset is sent", () =>
  expect(changed({ a: 1, b: 2 }, { a: 1, b: 3 })).toEqual({ b: 3 }));
it("a room by the clock has minutes in place of an option; without, the option is as the preset or the default has it", () => {
  const timed = (option: string, value: number | boolean, usual: unknown) =>
    ({
      by_clock: { option, value, minutes: 15 },
      options: { properties: { [option]: { default: usual } } },
    }) as unknown as GameInfo;
  const [war, map] = [timed("clock", true, false), timed("rounds", 0, 10)];
  expect(withoutClock(war, { clock: true, jokers: 2 })).toEqual({ jokers: 2 });
  expect(offClock(war, { clock: true }, { clock: true, jokers: 2 })).toEqual({ clock: false, jokers: 2 });
  expect(offClock(map, { rounds: 8 }, { rounds: 0 })).toEqual({ rounds: 8 });
  expect(offClock(map, { rounds: 0 }, { rounds: 0 })).toEqual({ rounds: 10 });
  const untimed = { by_clock: null, options: { properties: {} } } as unknown as GameInfo;
  expect([withoutClock(untimed, { jokers: 2 }), offClock(untimed, {}, { jokers: 2 })]).toEqual([
    { jokers: 2 },
    { jokers: 2 },
  ]);
});
it("the preset that suits a first game says so in the list", () => {
  const preset = { name: "duel", title: "Skirmish", help: "", seats: 3, options: {} };
  expect(presetListed({ ...preset, first: true })).toBe("Skirmish (for a first game)");
  expect(presetListed({ ...preset, first: false })).toBe("Skirmish");
});
