import { expect, it } from "vitest";
import type { Effects } from "../told";
import { below, fits, half, strongest } from "./effects";

const one = (value: unknown, turns: number, holds = true) => ({
  value,
  turns,
  low: turns - 0.03,
  high: turns + 0.03,
  holds,
});

it("names the value that certainly changes most, up or down, and none where nothing is certain", () => {
  expect(strongest([one(1, 0.2), one(2, -0.4), one(3, 0.9, false)])?.value).toBe(2);
  expect(strongest([one(1, 0.2, false)])).toBeNull();
});
it("says how well it is known, and how small what was not seen must be", () =>
  expect([half(one(1, 0.2)), below([one(1, 0.01, false), one(2, -0.02, false)])]).toEqual([3, 5]));
it("is shown at the rules alone at which it was measured", () => {
  const found = { seats: 2, options: { short: "lose", face_down: 1 } } as unknown as Effects;
  expect([
    fits(found, { short: "lose", face_down: 1, other: 2 }, 2),
    fits(found, { short: "lose", face_down: 3 }, 2),
    fits(found, found.options, 3),
    fits(null, {}, 2),
  ]).toEqual([true, false, false, false]);
});
