import { expect, it } from "vitest";
import { fitting, inSight, meet, over, parted, written, type Tag } from "./tags";

const tag = (name: string, x: number, rank: number): Tag => ({ name, x, y: 0, w: 30, h: 20, rank });

it("draws tags that meet no other, those of a higher rank first", () => {
  expect(fitting([tag("peru", 0, 2), tag("chile", 30, 1)])).toEqual(new Set(["peru", "chile"]));
  expect(fitting([tag("peru", 0, 2), tag("chile", 29, 7), tag("egypt", 58, 1)])).toEqual(new Set(["chile"]));
  expect(fitting([tag("peru", 0, 2), { ...tag("chile", 29, 7), y: 20 }])).toEqual(new Set(["peru", "chile"]));
});

it("moves tags apart that meet, and none further than it may", () => {
  const near = [tag("ontario", 0, 1), tag("rockies", 22, 1)];
  expect(fitting(near).size).toBe(1);
  const apart = parted(near, 10);
  expect(apart.map((one) => Math.round(one.x))).toEqual([-4, 26]);
  expect(fitting(apart)).toEqual(new Set(["ontario", "rockies"]));
  expect(parted(near, 2).map((one) => one.x)).toEqual([-2, 24]);
  expect(parted([tag("peru", 0, 1), tag("chile", 30, 1)], 10).map((one) => one.x)).toEqual([0, 30]);
});

it("a tag lies on a box if they share a place, not if they only touch", () => {
  const tag = { x: 10, y: 10, w: 8, h: 4 };
  expect(over(tag, { x: 13, y: 0, width: 5, height: 20 })).toBe(true);
  expect(over(tag, { x: 14, y: 0, width: 5, height: 20 })).toBe(false);
  expect(over(tag, { x: 0, y: 12, width: 30, height: 5 })).toBe(false);
  expect(over(tag, { x: 0, y: 11.5, width: 30, height: 5 })).toBe(true);
});

it("a plate moves off one that stands still, by the way that is left to it", () => {
  const still = { ...tag("suriname", 0, 9), w: 42, h: 30 };
  const [guyana] = parted([{ ...tag("guyana", -24, 1), w: 28, y: 11 }], 14, [still]);
  expect(meet(guyana!, still)).toBe(false);
  expect(guyana!.x).toBeCloseTo(-35, 0);
  expect(parted([tag("guyana", -1, 1)], 14, [still])[0]!.x).toBe(-1);
});

it("a name is written where it covers no plate: below its own, else at its next place, else nowhere", () => {
  const plate = (name: string, x: number, y: number): Tag => ({ name, x, y, w: 40, h: 30, rank: 0 });
  const places = (name: string, x: number, y: number) =>
    [23, -23].map((by) => ({ name, x, y: y + by, w: 60, h: 15, rank: 5 }));
  const plates = [plate("suriname", 0, 0), plate("guyana", -20, 30)];
  const found = written([{ places: places("suriname", 0, 0) }, { places: places("guyana", -20, 30) }], plates);
  expect([found.get("suriname")?.y, found.get("guyana")?.y]).toEqual([-23, 53]);
  const crowded = [...plates, plate("colombia", 10, -30)];
  expect(written([{ places: places("suriname", 0, 0) }], crowded).size).toBe(0);
  const chosen = written([{ places: places("suriname", 0, 0), least: [plates.slice(0, 1)] }], crowded);
  expect(chosen.get("suriname")?.y, "what is chosen is named, over another plate if need be").toBe(23);
});

it("a name that has to be read covers rather a plate that nobody may choose than one that is chosen from", () => {
  const plate = (name: string, y: number): Tag => ({ name, x: 0, y, w: 40, h: 20, rank: 0 });
  const [peru, brazil, chile] = [plate("peru", 0), plate("brazil", 22), plate("chile", -22)] as const;
  const places = [18, -18].map((y) => ({ name: "peru", x: 0, y, w: 60, h: 15, rank: 5 }));
  const name = { places, least: [[peru, brazil], [peru]] };
  expect(written([name], [peru, brazil, chile]).get("peru")?.y).toBe(-18);
});

it("a name keeps inside what is seen, and at its army", () => {
  const seen = { x: 0, y: 0, width: 200, height: 100 };
  const name = (x: number, y = 50): Tag => ({ name: "japan", x, y, w: 60, h: 15, rank: 0 });
  expect(inSight(name(100), seen)).toEqual(name(100));
  expect([inSight(name(10), seen)?.x, inSight(name(195), seen)?.x]).toEqual([30, 170]);
  expect([inSight(name(-1), seen), inSight(name(100, 95), seen), inSight(name(100, 5), seen)]).toEqual([
    null,
    null,
    null,
  ]);
});
