import { expect, it } from "vitest";
import { bestTris, wanted, worth } from "./tris";

it("three of an arm, three different, two and a joker, and what is none", () => {
  expect(worth(["cannon", "cannon", "cannon"], false)).toBe(4);
  expect(worth(["infantry", "infantry", "infantry"], false)).toBe(6);
  expect(worth(["cavalry", "cavalry", "cavalry"], false)).toBe(8);
  expect(worth(["cavalry", "cavalry", "cavalry"], true)).toBe(8);
  expect(worth(["cannon", "cannon", "cannon"], true)).toBe(8);
  expect(worth(["cannon", "infantry", "cavalry"], false)).toBe(10);
  expect(worth(["joker", "cannon", "cannon"], false)).toBe(12);
  expect(worth(["joker", "cannon", "cavalry"], false)).toBe(0);
  expect(worth(["joker", "joker", "cavalry"], false)).toBe(0);
  expect(worth(["cannon", "cannon", "cavalry"], false)).toBe(0);
});
it("the best of a hand, by its places", () => {
  expect(bestTris(["cannon", "infantry", "cannon", "cavalry"])).toEqual({ worth: 10, cards: [0, 1, 3] });
  expect(bestTris(["cannon", "cannon", "infantry"])).toBeNull();
});
it("what is still missing: two cannons and two infantry want a cavalry", () => {
  expect(wanted(["cannon", "cannon", "infantry", "infantry"])).toEqual({ arm: "cavalry", worth: 10 });
  expect(wanted(["cannon"])).toBeNull();
});
