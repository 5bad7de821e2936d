import { expect, it } from "vitest";
import { firstOf, tiled } from "./tiles";

const game = (name: string, place: number | null) => ({
  name,
  page: { tile: place === null ? null : { place, art: name } } as never,
});
const names = (games: readonly { name: string }[]) => games.map((one) => one.name);

it("tiles stand in the order of their places, whatever the order of the games", () =>
  expect(names(tiled([game("b", 2), game("plain", null), game("c", 3), game("a", 1)]))).toEqual(["a", "b", "c"]));
it("the first tile is offered where no game has been named; without tiles the first game", () => {
  expect(firstOf([game("b", 2), game("a", 1)]).name).toBe("a");
  expect(firstOf([game("x", null), game("y", null)]).name).toBe("x");
});
