import { expect, it } from "vitest";
import { follower } from "./company.svelte";

it("selects what is advised, whatever lay chosen when the hint was asked for", () => {
  const follows = follower();
  expect([follows("", "use PASS_COMPLETION"), follows("play PASSING_TD", "use PASS_COMPLETION")]).toEqual([
    false,
    true,
  ]);
});

it("leaves what the player has chosen since: a late hint changes no button under a finger", () => {
  const follows = follower();
  follows("", "");
  expect(follows("use PASS_COMPLETION", "play PASSING_TD")).toBe(false);
  follows("", "play PASSING_TD");
  expect(follows("use PASS_COMPLETION", "play PASSING_TD")).toBe(true);
});
