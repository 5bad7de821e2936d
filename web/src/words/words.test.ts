import { expect, it } from "vitest";
import early from "../../../src/threedown/language/en/page.json";
import late from "../../../src/threedown/language/en/page-late.json";
import { cardsNamed, rankName, unbroken } from "./words.svelte";

it("a Diplomat is not called a jack", () =>
  expect(["JK1", "JS", "3S"].map(rankName)).toEqual(["Diplomat", "jack", "three"]));
it("no line ends between a number and its percent sign", () =>
  expect(unbroken("wins 39 % of games (95 % sure), in %")).toBe("wins 39\u00a0% of games (95\u00a0% sure), in %"));
it("a sentence names the cards of a game's own, and leaves everything else", () =>
  expect(cardsNamed("Bot 1: play TD-PASS gave away 3 %; better was use 5-YARD-RUN, BLITZ. 10♥ TD")).toBe(
    "Bot 1: play Passing TD gave away 3 %; better was use 5-Yard Run, Blitz. 10♥ TD",
  ));
it("a module that says a text of page-late.json has it", () => {
  const group = (key: string) => key.split(".")[0]!;
  const groups = new Set(Object.keys(late).map(group));
  expect(Object.keys(early).filter((key) => groups.has(group(key)))).toEqual([]);
  const says = new RegExp(`["'\`](${[...groups].join("|")})\\.`);
  const modules: Record<string, string> = import.meta.glob(["../**/*.{svelte,ts}", "!../**/*.test.ts"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const saying = Object.entries(modules).filter(([, text]) => says.test(text));
  expect(saying.length).toBeGreaterThan(20);
  expect(saying.filter(([, text]) => !/import "(\.\.\/)+words\/late";/.test(text)).map(([file]) => file)).toEqual([]);
});
