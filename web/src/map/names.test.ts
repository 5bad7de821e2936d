import { describe, expect, it } from "vitest";
import { badgeBox, leads } from "./continents";
import { loadMap, mainlands } from "./map";
import { around, isAbroad, landAt, landsOf } from "./names";
import { over, type Tag } from "./tags";

const square = (name: string, x: number) => ({ name, shape: [[x, 0, x + 40, 0, x + 40, 40, x, 40]] });
const lands = landsOf([square("guyana", 0), square("suriname", 40)]);
const name = (x: number, y = 20): Tag => ({ name: "guyana", x, y, w: 30, h: 12, rank: 0 });

it("knows whose land a place lies on, and the sea", () => {
  expect([landAt(lands, 20, 20), landAt(lands, 60, 20), landAt(lands, 20, 60)]).toEqual(["guyana", "suriname", null]);
});

it("a name stands on its own land, a little over its border, or on the sea, and not on a neighbour's land", () => {
  expect([name(20), name(26), name(60, 60)].map((one) => isAbroad(one, lands))).toEqual([false, false, false]);
  expect([name(36), name(60)].map((one) => isAbroad(one, lands))).toEqual([true, true]);
});

it("a name stands at its army: below it, above it, or beside it", () => {
  const army = { ...name(0, 0), w: 20, h: 20 };
  const [below, above, right, left] = around(army, name(0, 0), 16);
  expect([below, above, right, left].map((one) => [one!.x, one!.y])).toEqual([
    [0, 16],
    [0, -16],
    [25, 0],
    [-25, 0],
  ]);
});

/** The map at 1280x800 and 1920x1080: so many pixels are left for it beside the head, the tray and the panel. */
const TABLES = [
  { width: 968, height: 508 },
  { width: 1608, height: 788 },
];
describe.each(["world", "duel", "europe"])("the continents' badges on the map %s", (called) => {
  it("stand on no land and on no army", async () => {
    const map = await loadMap(called);
    const coasts = landsOf(map.states);
    const box = mainlands(map);
    const owners = Object.fromEntries(map.states.map((one) => [one.name, 0]));
    for (const { width, height } of TABLES) {
      const unit = Math.max(box.width / width, box.height / height);
      for (const lead of leads(map, owners, 0)) {
        const badge = badgeBox(lead, 0, unit, box.x + (box.width - width * unit) / 2);
        const said = `${lead.continent.name} at ${width}`;
        const [x, y] = [badge.x + badge.width / 2, badge.y + badge.height / 2];
        expect(isAbroad({ name: "", x, y, w: badge.width, h: badge.height, rank: 0 }, coasts), said).toBe(false);
        const armies = map.states.filter(({ label: [x, y] }) => over({ x, y, w: 28 * unit, h: 20 * unit }, badge));
        expect(
          armies.map((one) => one.name),
          said,
        ).toEqual([]);
      }
    }
  });
});
