import { describe, expect, it } from "vitest";
import {
  around,
  boxOf,
  loadMap,
  mainlands,
  outline,
  oversea,
  pointsOf,
  reachOf,
  sharedEdges,
  titled,
  type Box,
} from "./map";

const square = (name: string, x: number) => ({
  name,
  title: name,
  continent: "c",
  arm: "cannon" as const,
  label: [x, 0] as [number, number],
  shape: [[x, 0, x + 1, 0, x + 1, 1, x, 1]],
});

it("an outline closes", () => expect(outline([[0, 0, 1, 0, 1, 1]])).toBe("M0 0L1 0L1 1Z"));
it("a box holds its shape", () =>
  expect(
    boxOf([
      [1, 2, 5, 3],
      [0, 9],
    ]),
  ).toEqual({ x: 0, y: 2, width: 5, height: 7 }));
it("two squares share one edge", () => {
  const [edge, ...more] = sharedEdges({ states: [square("a", 0), square("b", 1)] });
  expect(more).toEqual([]);
  expect(edge).toMatchObject({ states: ["a", "b"] });
});
describe.each(["world", "duel", "europe"])("the map %s", (name) => {
  it("shows every border as a common edge or a line, and no line but for a border", async () => {
    const map = await loadMap(name);
    const key = (pair: readonly string[]) => [...pair].sort().join("|");
    const seen = new Set([
      ...sharedEdges(map).map((one) => key(one.states)),
      ...oversea(map).map((one) => key(one.between)),
    ]);
    const borders = new Set(map.borders.map(key));
    expect([...borders].filter((one) => !seen.has(one))).toEqual([]);
    expect([...seen].filter((one) => !borders.has(one))).toEqual([]);
  });
});
it("its places are called as one speaks, and chosen by the same names", async () => {
  const [english, italian] = [await loadMap("world"), await loadMap("world", "it")];
  expect(titled(english, "from south-africa to congo")).toBe("from South Africa to Congo");
  expect(titled(italian, "da south-africa a east-africa")).toBe("da Sudafrica a Africa orientale");
  expect([italian.title, italian.continents[0]!.title]).toEqual(["Il mondo", "America del Nord"]);
  expect(italian.states.map((one) => one.name)).toEqual(english.states.map((one) => one.name));
});
it("a strait is crossed where it is narrowest", () => {
  const map = { states: [square("a", 0), square("b", 11)], borders: [["a", "b"]] as [string, string][], links: [] };
  expect(oversea(map)[0]!.line.map((one) => Math.round(one))).toEqual([-6, 0, 18, 0]);
});
it("five straits of the world are too narrow for a line of the map's own", async () => {
  const world = await loadMap("world");
  const own = oversea(world)
    .slice(world.links.length)
    .map((one) => [...one.between].sort().join("|"));
  expect(own.sort()).toEqual([
    "britain|central-europe",
    "britain|western-europe",
    "greenland|northwest",
    "japan|kamchatka",
    "sahara|western-europe",
  ]);
});
it("the mainlands fill the picture", async () => {
  const world = await loadMap("world");
  const box = mainlands(world);
  expect(box.width).toBeLessThan(world.width);
  for (const { label } of world.states) {
    expect(label[0]).toBeGreaterThan(box.x);
    expect(label[0]).toBeLessThan(box.x + box.width);
  }
});
it("the southern tip of South America is in the picture", async () => {
  const map = await loadMap("duel");
  const box = mainlands(map);
  const rings = map.states.find((one) => one.name === "patagonia")!.shape.map((ring) => boxOf([ring]));
  const large = rings.filter((one) => one.width * one.height > 1000);
  expect(large.length).toBe(2);
  for (const one of large) expect(one.y + one.height).toBeLessThan(box.y + box.height);
});
it("a sentence has states by their titles", () => {
  const states = [{ ...square("west-africa", 0), title: "West Africa" }];
  expect(titled({ states }, "You attack west-africa from africa.")).toBe("You attack West Africa from africa.");
});
it("a state is worth its borders", async () => {
  expect(pointsOf(await loadMap("world"), "britain")).toBeGreaterThan(2);
});
describe.each(["world", "duel", "europe"])("two neighbours on the map %s", (name) => {
  it("are shown with both armies, and whole unless they are very long", async () => {
    const map = await loadMap(name);
    const states = new Map(map.states.map((one) => [one.name, one]));
    const cut: string[] = [];
    for (const pair of map.borders) {
      const [a, b] = [states.get(pair[0])!, states.get(pair[1])!];
      if (Math.abs(a.label[0] - b.label[0]) > map.width / 2) continue;
      const seen = around(a, b, map.width);
      const holds = (box: Box, by = 0) =>
        box.x >= seen.x + by &&
        box.y >= seen.y + by &&
        box.x + box.width <= seen.x + seen.width - by &&
        box.y + box.height <= seen.y + seen.height - by;
      for (const { shape, label } of [a, b]) {
        expect(holds({ x: label[0], y: label[1], width: 0, height: 0 }, 59), pair.join()).toBe(true);
        const [land] = shape
          .map((ring) => boxOf([ring]))
          .sort((one, other) => other.width * other.height - one.width * one.height);
        if (!holds(land!)) cut.push(pair.join());
      }
      expect(Math.max(seen.width, seen.height)).toBeLessThanOrEqual(700);
    }
    // Two lands of South America are together longer than what is shown for a finger.
    expect(cut.filter((pair) => name === "world" || !/chile|amazonia|bahia|colombia|patagonia/.test(pair))).toEqual([]);
  });
});
it("of a border over the map's edge the part shows the second state", async () => {
  const map = await loadMap("world");
  const [alaska, kamchatka] = ["alaska", "kamchatka"].map((name) => map.states.find((one) => one.name === name)!);
  const seen = around(alaska!, kamchatka!, map.width);
  expect(seen.x).toBeLessThan(kamchatka!.label[0]);
  expect(seen.x + seen.width).toBeGreaterThan(kamchatka!.label[0]);
  expect(seen.width).toBeLessThan(map.width / 2);
});

it("a chosen state is shown with every army that it reaches on this side of the map", async () => {
  const world = await loadMap("world");
  for (const { name, label } of world.states) {
    const reach = new Set(world.borders.filter((pair) => pair.includes(name)).map(([a, b]) => (a === name ? b : a)));
    const part = reachOf(world, name, reach)!;
    for (const state of world.states.filter((one) => one.name === name || reach.has(one.name))) {
      if (Math.abs(state.label[0] - label[0]) > world.width / 2) continue;
      const [x, y] = state.label;
      const inside = Math.min(x - part.x, part.x + part.width - x, y - part.y, part.y + part.height - y);
      expect(inside, `${name}: ${state.name}`).toBeGreaterThanOrEqual(44);
    }
  }
});
