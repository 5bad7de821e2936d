import { expect, it } from "vitest";
import { changed, fields, readable } from "./options";

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
it("names are read", () => expect(readable("face_down")).toBe("Face down"));
it("only what differs from the preset is sent", () => expect(changed({ a: 1, b: 2 }, { a: 1, b: 3 })).toEqual({ b: 3 }));
