import { expect, it } from "vitest";
import { bestTris, wanted, worth } from "./tris";

const TOURNAMENT = { tris: "tournament", traded: 0 };

it("three of an arm, three different, two and a joker, and what is none", () => {
  expect(worth(["cannon", "cannon", "cannon"])).toBe(4);
  expect(worth(["infantry", "infantry", "infantry"])).toBe(6);
  expect(worth(["cavalry", "cavalry", "cavalry"])).toBe(8);
  expect(worth(["cavalry", "cavalry", "cavalry"], TOURNAMENT)).toBe(8);
  expect(worth(["cannon", "cannon", "cannon"], TOURNAMENT)).toBe(8);
  expect(worth(["cannon", "infantry", "cavalry"])).toBe(10);
  expect(worth(["joker", "cannon", "cannon"])).toBe(12);
  expect(worth(["joker", "cannon", "cavalry"])).toBe(0);
  expect(worth(["joker", "joker", "cavalry"])).toBe(0);
  expect(worth(["cannon", "cannon", "cavalry"])).toBe(0);
});
it("sets that grow: by the sets traded before, whatever the cards", () => {
  const after = (traded: number) => worth(["cavalry", "cavalry", "cavalry"], { tris: "growing", traded });
  expect([0, 1, 2, 3, 4, 5, 6, 7].map(after)).toEqual([4, 6, 8, 10, 12, 15, 20, 25]);
  expect(worth(["cannon", "cannon", "cavalry"], { tris: "growing", traded: 3 })).toBe(0);
});
it("the best of a hand, by its places", () => {
  expect(bestTris(["cannon", "infantry", "cannon", "cavalry"])).toEqual({ worth: 10, cards: [0, 1, 3] });
  expect(bestTris(["cannon", "cannon", "infantry"])).toBeNull();
});
it("what is still missing: two cannons and two infantry want a cavalry", () => {
  expect(wanted(["cannon", "cannon", "infantry", "infantry"])).toEqual({ arm: "cavalry", worth: 10 });
  expect(wanted(["cannon"])).toBeNull();
});
