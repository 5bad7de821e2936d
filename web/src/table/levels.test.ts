import { expect, it } from "vitest";
import { levelsTold } from "./levels";

it("names the bots with their levels, and nobody else", () => {
  expect(levelsTold([null, "keen", "", "simple"], ["You", "Bot 1", "Ann", "Bot 3"])).toBe("Bot 1 keen, Bot 3 simple");
  expect(levelsTold([null, null], ["You", "Ann"])).toBe("");
});
