import { expect, it } from "vitest";
import { rankName, unbroken } from "./words.svelte";

it("a Diplomat is not called a jack", () =>
  expect(["JK1", "JS", "3S"].map(rankName)).toEqual(["Diplomat", "jack", "three"]));
it("no line ends between a number and its percent sign", () =>
  expect(unbroken("wins 39 % of games (95 % sure), in %")).toBe("wins 39\u00a0% of games (95\u00a0% sure), in %"));
