import { expect, it } from "vitest";
import { layers } from "./layers";

const SIZE = { width: 100, height: 60 };
const of = (history: number[][], near = 0, open = false) => layers(history, near, SIZE, 30, open);
/** The heights of a layer's upper border, turn by turn. */
const heights = (history: number[][], near = 0, open = false) =>
  of(history, near, open).map(({ seat, edge }) => [seat, edge[0]!.from.y, ...edge.map((one) => one.to.y)]);
const EVEN = [
  [2, 1, 1],
  [2, 1, 1],
];
const GOES = [
  [2, 1, 1],
  [1, 0, 1],
];
const GONE = [
  [2, 0, 2],
  [2, 0, 2],
];
const POINTS = [
  [0, 0],
  [3, 1],
];

it("my own layer lies lowest, the others follow as they sit", () =>
  expect(heights(EVEN, 1)).toEqual([
    [1, 45, 45],
    [2, 30, 30],
    [0, 0, 0],
  ]));
it("all layers together fill the height, whatever has gone", () =>
  expect(heights(GOES)).toEqual([
    [0, 30, 30],
    [1, 15, 30],
    [2, 0, 0],
  ]));
it("where all who are left have nothing, the ground stays as it was", () => {
  const swim = [...EVEN, [0, 0, 0]];
  expect(heights(swim)).toEqual(heights([...EVEN, EVEN[1]!]));
});
it("points that nobody has yet are nobody's ground", () =>
  expect(heights(POINTS, 0, true)).toEqual([
    [0, 60, 15],
    [1, 60, 0],
  ]));
it("a game of two turns spans the whole width", () => expect(of(EVEN)[0]!.edge.at(-1)!.to.x).toBe(100));
it("a seat without ground has no teeth: those on both sides of it meet", () =>
  expect(of(GONE).map((one) => one.marks.length)).toEqual([2, 0, 1]));
