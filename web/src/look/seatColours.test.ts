import { expect, it } from "vitest";
import { colourOf, setSeatColours } from "./seatColours.svelte";

it("a page that goes takes back its own colours only: the next one may have set others", () => {
  const table = setSeatColours([1, 0, 2, 3, 4, 5]);
  const story = setSeatColours([3, 0, 1, 2, 4, 5]);
  table();
  expect([0, 1, 2, 3].map(colourOf)).toEqual([3, 0, 1, 2]);
  story();
  expect([0, 1, 2, 3].map(colourOf)).toEqual([0, 1, 2, 3]);
});
