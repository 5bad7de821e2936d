import { expect, it } from "vitest";
import { changed, fields, titleOf, valueOf } from "./options";

it("booleans and enumerations are choices, wide ranges are numbers", () => {
  const found = fields({
    race: { type: "boolean", description: "A war is a race." },
    short: { enum: ["lose", "last_card"] },
    lives: { type: "integer", minimum: 1, maximum: 4 },
    cap: { type: "integer", minimum: 1, maximum: 100000 },
  });
  expect(found.map((one) => one.kind)).toEqual(["choice", "choice", "choice", "number"]);
  expect(found[2]).toMatchObject({ values: [1, 2, 3, 4] });
});
it("when a game is broken off is asked last", () =>
  expect(fields({ turn_cap: { type: "integer" }, race: { type: "boolean" } }).map((one) => one.name)).toEqual([
    "race",
    "turn_cap",
  ]));
it("options and their values are read", () => {
  const italian = { title: "Carte coperte", titles: { rank: "quante il valore" } };
  expect([titleOf("face_down", {}), valueOf("rank_less_one", {}), valueOf(true, {})]).toEqual([
    "Face down",
    "rank less one",
    "✓",
  ]);
  expect([titleOf("face_down", italian), valueOf("rank", italian), valueOf(3, italian)]).toEqual([
    "Carte coperte",
    "quante il valore",
    "3",
  ]);
});
it("only what differs from the preset is sent", () =>
  expect(changed({ a: 1, b: 2 }, { a: 1, b: 3 })).toEqual({ b: 3 }));
