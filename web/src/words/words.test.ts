import { expect, it } from "vitest";
import { cardsNamed, rankName, unbroken } from "./words.svelte";

it("a Diplomat is not called a jack", () =>
  expect(["JK1", "JS", "3S"].map(rankName)).toEqual(["Diplomat", "jack", "three"]));
it("no line ends between a number and its percent sign", () =>
  expect(unbroken("wins 39 % of games (95 % sure), in %")).toBe("wins 39\u00a0% of games (95\u00a0% sure), in %"));
it("a sentence names the cards of a game's own, and leaves everything else", () =>
  expect(cardsNamed("Bot 1: play TD-PASS gave away 3 %; better was use 5-YARD-RUN, BLITZ. 10♥ TD")).toBe(
    "Bot 1: play Passing TD gave away 3 %; better was use 5-Yard Run, Blitz. 10♥ TD",
  ));
