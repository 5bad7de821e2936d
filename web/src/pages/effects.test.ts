import { expect, it } from "vitest";
import type { Effects } from "../schema";
import { below, effectOf, fits, half, inFigures, takes } from "./effects";

const one = (value: unknown, turns: number, holds = true) => ({
  value,
  turns,
  low: turns - 0.03,
  high: turns + 0.03,
  holds,
});

it("every value has its effect in figures, with its sign, and the bound where none is certain", () => {
  const effects = [one(1, 0.332), one("rank", -0.832), one(2, 0.01, false), one(4, 0, false)];
  expect(effects.map(inFigures)).toEqual(["+33 ± 3", "−83 ± 3", "± 4", "± 3"]);
  expect([effectOf(effects, "rank")?.turns, effectOf(effects, 3), effectOf(undefined, 1)]).toEqual([
    -0.832,
    undefined,
    undefined,
  ]);
});
it("says how well it is known, and how small what was not seen must be", () =>
  expect([half(one(1, 0.2)), below(one(1, 0.01, false)), below(one(2, -0.02, false))]).toEqual([3, 4, 5]));
it("is shown at the rules alone at which it was measured", () => {
  const found = { seats: 2, options: { short: "lose", face_down: 1 } } as unknown as Effects;
  expect([
    fits(found, { short: "lose", face_down: 1, other: 2 }, 2),
    fits(found, { short: "lose", face_down: 3 }, 2),
    fits(found, found.options, 3),
    fits(null, {}, 2),
  ]).toEqual([true, false, false, false]);
});
it("is told in minutes as well, by the speed of the film; with none where a turn was not measured", () => {
  const war = { game: "war", median: 332, p95: 1136 };
  expect(takes(war, 1)).toBe(
    "That takes about 6 minutes, or more than 21 minutes in one game in twenty, plus the time everyone takes to think.",
  );
  expect(takes({ ...war, p95: 332 }, 1)).toBe("That takes about 6 minutes, plus the time everyone takes to think.");
  expect(takes({ ...war, median: 60, p95: 60 }, 1)).toBe(
    "That takes about 1 minute, plus the time everyone takes to think.",
  );
  expect(takes(war, Infinity)).toBe("That takes less than a minute, plus the time everyone takes to think.");
  expect(takes({ ...war, game: "whist" }, 1)).toBe("");
});
