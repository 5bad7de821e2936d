import { expect, it } from "vitest";
import { artOf, firstOf, inOrder, presetForFirst, titleOf } from "./tiles";

const game = (name: string, place: number | null) => ({
  name,
  page: { tile: place === null ? null : { place, art: name } } as never,
});
const names = (games: readonly { name: string }[]) => games.map((one) => one.name);

it("games stand in the order of their tiles, those without a tile last", () =>
  expect(names(inOrder([game("b", 2), game("x", null), game("y", null), game("c", 3), game("a", 1)]))).toEqual([
    "a",
    "b",
    "c",
    "x",
    "y",
  ]));
it("a game without a tile has a picture too", () =>
  expect([game("a", 1), game("x", null)].map(artOf)).toEqual(["a", "AS AH"]));
it("the first tile is offered where no game has been named; without tiles the first game", () => {
  expect(firstOf([game("b", 2), game("a", 1)]).name).toBe("a");
  expect(firstOf([game("x", null), game("y", null)]).name).toBe("x");
});
it("a game that this server does not have is called by its name", () => {
  const games = [{ game: "war", title: "War" }];
  expect([titleOf(games, "war"), titleOf(games, "old-war")]).toEqual(["War", "old-war"]);
});
it("the preset that suits a first game is the one that says so", () => {
  const presets = [
    { name: "usual", first: false },
    { name: "short", first: true },
  ] as never[];
  expect(presetForFirst({ presets })?.name).toBe("short");
  expect(presetForFirst({ presets: [] })).toBeUndefined();
});
