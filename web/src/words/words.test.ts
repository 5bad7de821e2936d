import { expect, it } from "vitest";
import { rankName } from "./words.svelte";

it("a Diplomat is not called a jack", () =>
  expect(["JK1", "JS", "3S"].map(rankName)).toEqual(["Diplomat", "jack", "three"]));
