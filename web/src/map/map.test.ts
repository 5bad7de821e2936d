import { expect, it } from "vitest";
import { boxOf, loadMap, outline, pointsOf, sharedEdges } from "./map";

const square = (name: string, x: number) => ({ name, title: name, continent: "c", arm: "cannon" as const, label: [x, 0] as [number, number], shape: [[x, 0, x + 1, 0, x + 1, 1, x, 1]] });

it("an outline closes", () => expect(outline([[0, 0, 1, 0, 1, 1]])).toBe("M0 0L1 0L1 1Z"));
it("a box holds its shape", () => expect(boxOf([[1, 2, 5, 3], [0, 9]])).toEqual({ x: 0, y: 2, width: 5, height: 7 }));
it("two squares share one edge", () => {
  const [edge, ...more] = sharedEdges({ states: [square("a", 0), square("b", 1)] });
  expect(more).toEqual([]);
  expect(edge).toMatchObject({ states: ["a", "b"] });
});
it("the world's borders are shared edges, lines over the sea, or one of five straits too narrow for a line", async () => {
  const world = await loadMap("world");
  const shared = new Set(sharedEdges(world).map((one) => [...one.states].sort().join("|")));
  const oversea = new Set(world.links.map((one) => [...one.between].sort().join("|")));
  const missing = world.borders.map((pair) => [...pair].sort().join("|")).filter((pair) => !shared.has(pair) && !oversea.has(pair));
  const straits = ["greenland|northwest", "britain|central-europe", "britain|western-europe", "sahara|western-europe", "japan|kamchatka"];
  expect(missing).toEqual(straits);
});
it("a state is worth its borders", async () => {
  expect(pointsOf(await loadMap("world"), "britain")).toBeGreaterThan(2);
});
