import { describe, expect, it } from "vitest";
import { colourOf, freeColour, sidesOf } from "./colours";

describe("the colours of a room", () => {
  it("are the sides' own where nobody has chosen", () =>
    expect(sidesOf([null, null, null])).toEqual([0, 1, 2, 3, 4, 5]));
  it("as the server gives them out, are the sides' own", () =>
    expect(sidesOf(["blue", "red", "yellow", "green", "violet", "grey"])).toEqual([0, 1, 2, 3, 4, 5]));
  it("go to who has chosen them, and each is worn once", () =>
    expect(sidesOf(["violet", null, "blue"])).toEqual([4, 1, 0, 3, 2, 5]));
  it("of another program's choice are the nearest; where that is worn, the first that is free", () => {
    expect(colourOf("navy")).toBe("blue");
    expect(sidesOf(["blue", "navy"])).toEqual([0, 1, 2, 3, 4, 5]);
  });
});

it("takes my colour, else my second one, unless another player wears it", () => {
  const seats = [{ colour: "blue" }, { colour: "pink" }, { colour: null }];
  expect(freeColour(["green", "red"], seats)).toBe("green");
  expect(freeColour(["violet", "red"], seats)).toBe("red"); // pink is drawn in violet
  expect(freeColour(["blue", ""], seats)).toBeUndefined();
});
