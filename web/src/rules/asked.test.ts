import { expect, it } from "vitest";
import type { GameInfo } from "../wire";
import { rulesIn, rulesOfTable } from "./asked";

const info = {
  game: "war",
  seats: [2, 6],
  preset: "bicycle",
  presets: [
    { name: "bicycle", seats: 2, options: { face_down: 1, race: false } },
    { name: "three-down", seats: 2, options: { face_down: 3, race: false } },
  ],
} as unknown as GameInfo;

it("the rulebook's address has a table's house rules", () => {
  const usual = rulesOfTable(info, { preset: "bicycle", options: { face_down: 1, race: false }, seats: 2 });
  expect(usual).toBe("?preset=bicycle");
  const changed = rulesOfTable(info, { preset: "three-down", options: { face_down: 3, race: true }, seats: 4 });
  expect(changed).toBe("?preset=three-down&race=true&seats=4");
  expect(rulesIn(new URLSearchParams(changed))).toEqual({ preset: "three-down", options: { race: "true" }, seats: 4 });
});
