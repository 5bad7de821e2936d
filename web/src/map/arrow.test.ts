import { expect, it } from "vitest";
import { arrows } from "./arrow";

it("points at the state that is attacked and stops beside its plate", () => {
  // Straight down: the bend's corner is (25, 50), so the last stretch runs from there to (0, 100).
  const [one, more] = arrows([0, 0], [0, 100], 1000, 1);
  expect(more).toBeUndefined();
  const [x, y] = one!.head.slice(1).split("L")[0]!.split(" ").map(Number);
  expect(Math.hypot(x!, 100 - y!)).toBeCloseTo(26, 6);
  expect(one!.line.startsWith("M0 0Q25 50 ")).toBe(true);
});

it("leaves the map at one edge and comes in at the other where that is shorter", () => {
  const two = arrows([100, 50], [900, 50], 1000, 1);
  expect(two.map((one) => one.line.split("Q")[0])).toEqual(["M100 50", "M1100 50"]);
  expect(two[0]!.line).toContain("-");
});
