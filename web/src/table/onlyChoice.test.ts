import { expect, it } from "vitest";
import { breathOf } from "./onlyChoice.svelte";

it("leaves time to read why the cards are kept or the turn is passed, and none that nobody needs elsewhere", () => {
  const only = (idle?: boolean) => breathOf({ text: "wait", part: { verb: "wait", idle } });
  expect(only(true)).toBe(2000);
  expect(only()).toBeLessThan(1000);
});
