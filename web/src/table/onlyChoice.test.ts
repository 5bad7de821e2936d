import { expect, it } from "vitest";
import { breathOf } from "./onlyChoice.svelte";

it("leaves time to read why the cards are kept or the turn is passed, and none that nobody needs elsewhere", () => {
  const only = (verb: string) => breathOf({ text: verb, part: { verb } });
  for (const verb of ["keep", "pass"]) expect(only(verb)).toBe(2000);
  expect(only("stop")).toBeLessThan(1000);
});
