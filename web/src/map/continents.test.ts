import { expect, it } from "vitest";
import { badgeBox, besideAt, besides, inland, leads } from "./continents";

/** Two continents of two and of one state, side by side: a and b share the edge x = 1, b and c the edge x = 2. */
const square = (name: string, continent: string, x: number) => ({
  name,
  title: name,
  continent,
  arm: "infantry" as const,
  label: [x + 0.5, 0.5] as [number, number],
  shape: [[x, 0, x + 1, 0, x + 1, 1, x, 1]],
});
const map = {
  continents: [
    { name: "west", title: "West", bonus: 2, colour: "#000000", label: [0, 0] as [number, number] },
    { name: "east", title: "East", bonus: 1, colour: "#ffffff", label: [3, 0] as [number, number] },
  ],
  states: [square("a", "west", 0), square("b", "west", 1), square("c", "east", 2)],
};

it("names the player with most states of a continent, and of equals me", () => {
  const held = (owners: Record<string, number>, me: number | null) =>
    leads(map, owners, me).map(({ seat, held, of, mine }) => [seat, held, of, mine]);
  expect(held({ a: 2, b: 2, c: 1 }, 1)).toEqual([
    [2, 2, 2, 0],
    [1, 1, 1, 1],
  ]);
  expect(held({ a: 0, b: 1, c: 0 }, 1)[0]).toEqual([1, 1, 2, 1]);
  expect(held({ a: 0, b: 1, c: 0 }, null)[0]).toEqual([0, 1, 2, 0]);
});

it("names those who hold as much as the first, and me", () => {
  const beside = (owners: Record<string, number>, me: number | null) => besides(leads(map, owners, me)[0]!, me);
  expect(beside({ a: 0, b: 1, c: 0 }, 0)).toEqual([{ seat: 1, n: 1 }]);
  expect(beside({ a: 0, b: 1, c: 0 }, 1)).toEqual([{ seat: 0, n: 1 }]);
  expect(beside({ a: 2, b: 2, c: 1 }, 1)).toEqual([]);
  const wide = { ...map, states: [...map.states, square("d", "west", 3)] };
  expect(besides(leads(wide, { a: 2, b: 2, c: 1, d: 1 }, 1)[0]!, 1)).toEqual([{ seat: 1, n: 1 }]);
});

it("a badge has one other player beside the first, and two below", () => {
  expect([besideAt(0, 1).y, besideAt(0, 2).x]).toEqual([0, 0]);
  expect(besideAt(1, 2).y).toBeGreaterThan(0);
  const four = { ...map, states: [...map.states, square("d", "west", 3)] };
  const box = (owners: Record<string, number>) => badgeBox(leads(four, owners, null)[0]!, null, 1);
  const [one, two] = [box({ a: 0, b: 1, c: 0, d: 0 }), box({ a: 0, b: 1, c: 0, d: 2 })];
  expect(two.width).toBeLessThanOrEqual(one.width);
  expect(two.height).toBeGreaterThan(one.height);
});

it("draws the borders between continents and none within one", () => {
  // The edge as c, the later state, runs along it.
  expect(inland(map)).toBe("M2 1L2 0");
});
