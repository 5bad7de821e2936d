import { expect, it } from "vitest";
import { fitting, type Tag } from "./tags";

const tag = (name: string, x: number, rank: number): Tag => ({ name, x, y: 0, w: 30, h: 20, rank });

it("draws tags that meet no other, those of a higher rank first", () => {
  expect(fitting([tag("peru", 0, 2), tag("chile", 30, 1)])).toEqual(new Set(["peru", "chile"]));
  expect(fitting([tag("peru", 0, 2), tag("chile", 29, 7), tag("egypt", 58, 1)])).toEqual(new Set(["chile"]));
  expect(fitting([tag("peru", 0, 2), { ...tag("chile", 29, 7), y: 20 }])).toEqual(new Set(["peru", "chile"]));
});
