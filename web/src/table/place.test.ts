import { describe, expect, it } from "vitest";
import type { Battle } from "../film/still";
import { pits } from "./pits";
import { blitz31 as blitz31Drawing } from "./layouts/blitz31";
import { champz as champzDrawing } from "./layouts/champz";
import { stealMelee } from "./layouts/steal";
import { duel as duelDrawing } from "./layouts/war";
import type { Layout } from "./drawing";
import { place } from "./place";
import { along } from "./rows";
import { round, type Surface } from "./surface";
import { reconcile } from "./tableau";

const duel: Layout = { ...duelDrawing, ground: "front", counts: { piles: ["deck", "won"] } };
const blitz31: Layout = { ...blitz31Drawing, ground: "sectors", counts: { state: "lives" } };
const champz: Layout = { ...champzDrawing, ground: "lanes", counts: { state: "points" } };
const surface: Surface = { layout: duel, breakpoint: "desk", width: 968, height: 728, me: 0, seats: 2, shares: [1, 1] };
const laid = (piles: Record<string, string[] | number>) =>
  reconcile(new Map(), {
    seat: 0,
    turns: 1,
    over: false,
    state: {},
    told: {},
    shares: [],
    piles: Object.fromEntries(
      Object.entries(piles).map(([name, of]) => [
        name,
        typeof of === "number" ? { count: of } : { count: of.length, cards: of },
      ]),
    ),
  });

describe("a row", () => {
  const place = { x: 0, y: 0, w: 100, step: 120, tight: 30 };
  it("lays face-down neighbours closer", () => {
    expect(along([{ code: "AS" }, { code: null }, { code: null }, { code: "6S" }], place)).toEqual([0, 120, 150, 270]);
  });
  it("closes up where it would be too wide", () => {
    expect(along([{ code: "AS" }, { code: "2S" }, { code: "3S" }], { ...place, span: 220 })).toEqual([0, 60, 120]);
  });
  it("of no card has no place", () => expect(along([], place)).toEqual([]));
});

describe("a table", () => {
  it("draws only the top of a stack, and how thick it is", () => {
    const { sprites } = place(laid({ "deck 0": 26 }), surface);
    expect(sprites).toHaveLength(26);
    expect(sprites.filter((one) => !one.buried)).toHaveLength(2);
    expect(sprites[0]!.stack).toBe(26);
  });
  it("lays mine below and theirs above", () => {
    const { sprites } = place(laid({ "deck 0": 1, "deck 1": 1 }), surface);
    expect(sprites[0]!.y).toBeGreaterThan(sprites[1]!.y);
  });
  it("gives a pile it does not know a labelled place", () => {
    const { unplaced, sprites } = place(laid({ dungeon: ["KS"] }), surface);
    expect(unplaced.map((one) => one.pile)).toEqual(["dungeon"]);
    expect(sprites).toHaveLength(1);
  });
  it("keeps every card on the page from 360 px to a desk, for 2 to 16 seats", () => {
    for (const [breakpoint, width, height] of [
      ["phone", 360, 500],
      ["phone", 390, 712],
      ["desk", 968, 728],
      ["desk", 628, 700],
      ["desk", 740, 390],
    ] as const)
      for (let seats = 2; seats <= 16; seats++) {
        const hands = Object.fromEntries(Array.from({ length: seats }, (_, i) => [`hand ${i}`, ["7S", "8D", "??"]]));
        const shares = Array<number>(seats).fill(4);
        const { sprites } = place(laid({ ...hands, stock: 9 }), {
          layout: blitz31,
          breakpoint,
          width,
          height,
          me: 0,
          seats,
          shares,
        });
        expect(sprites.filter(({ x, y }) => x <= 0 || x >= width || y <= 0 || y >= height)).toEqual([]);
      }
  });
  it("lays a hand of Champz on a phone in two lines in which no card covers another, and each is wide enough for a finger", () => {
    for (const [width, height] of [
      [390, 712],
      [360, 508],
    ] as const)
      for (let count = 1; count <= 14; count++) {
        const hand = Array.from({ length: count }, () => "BLITZ");
        const layout = champz;
        const { sprites } = place(laid({ "hand 0": hand }), { ...surface, layout, breakpoint: "phone", width, height });
        const boxes = sprites.map(({ x, y, w }) => ({ left: x - w / 2, top: y - w * 0.7, w, h: w * 1.4 }));
        boxes.forEach((one, i) => {
          expect(one.left).toBeGreaterThanOrEqual(8);
          expect(one.left + one.w).toBeLessThanOrEqual(width - 8);
          expect(one.top + one.h).toBeLessThanOrEqual(height);
          expect(one.w).toBeGreaterThanOrEqual(count > 8 ? 40 : 56);
          for (const other of boxes.slice(i + 1))
            expect(one.left + one.w <= other.left || one.top + one.h <= other.top).toBe(true);
        });
      }
  });
  it("lays stock and discards on the disc, whatever the form of the table", () => {
    for (const [breakpoint, width, height] of [
      ["phone", 360, 500],
      ["desk", 768, 950],
      ["desk", 740, 390],
    ] as const) {
      const here: Surface = { ...surface, layout: blitz31, breakpoint, width, height, seats: 4, shares: [2, 2, 3, 4] };
      const { middle, radius } = round(here)!;
      const { sprites } = place(laid({ stock: 1, discard: ["KS"] }), here);
      expect(
        sprites.filter(({ x, y, w }) => Math.hypot(Math.abs(x - middle.x) + w / 2, y - middle.y) > radius),
      ).toEqual([]);
    }
  });
  it("of many on a phone only the top of what each holds is seen, what is known first", () => {
    const { sprites } = place(laid({ "hand 1": ["??", "8D", "??"] }), {
      ...surface,
      layout: blitz31,
      breakpoint: "phone",
      width: 360,
      height: 500,
      seats: 16,
      shares: Array<number>(16).fill(4),
    });
    expect(sprites[0]!.slot.code).toBe("8D");
    expect(new Set(sprites.map((one) => one.x)).size).toBe(1);
  });
  it("lays a few cards to choose from on a small phone a finger's width apart", () => {
    const { pit, plates } = pits([{} as Battle], 360, 508, true);
    const { sprites } = place(laid({ table: 7 }), {
      ...surface,
      layout: { ...duel, nests: true },
      breakpoint: "phone",
      width: 360,
      height: 508,
      inner: { pit, plates, outside: new Set(), lies: { me: {}, far: {} } },
    });
    for (let i = 1; i < sprites.length; i++) expect(sprites[i]!.x - sprites[i - 1]!.x).toBeGreaterThanOrEqual(42);
    expect(sprites.at(-1)!.x).toBeLessThan(pit.box.x + pit.box.width);
  });
  it.each([3, 4])("lays the last battle of a war of %d players on the table, however many cards it had", (seats) => {
    const layout: Layout = { ...stealMelee, ground: "sectors", counts: { piles: ["deck", "won"] } };
    const around: Surface = { ...surface, layout, seats, shares: Array<number>(seats).fill(16) };
    const cards = ["6D", "JS", "AH", "TD", "JH", "3D", "9C", "KS", "7C", "3C", "KD", "QS", "2H", "4C", "TS"];
    for (let seat = 1; seat < seats; seat++)
      for (const { x, w } of place(laid({ [`last ${seat}`]: cards }), around).sprites)
        expect(x - w / 2 > 0 && x + w * 0.52 < 968).toBe(true);
  });
  it("leans the deck of whoever collects the cards, where a game says so", () => {
    const layout: Layout = { ...duel, leans: { kind: "deck", most: -9 } };
    const turns = (mine: number, all = 36) => {
      const shares = [mine, all - mine];
      const piles = { "deck 0": mine, "deck 1": all - mine, "won 0": 2 };
      const { sprites } = place(laid(piles), { ...surface, layout, shares });
      return ["deck 0", "deck 1", "won 0"].map((pile) => sprites.find((one) => one.pile === pile)?.turn);
    };
    expect(turns(18)).toEqual([0, 0, 0]);
    expect(turns(27)).toEqual([-4.5, 0, 0]);
    expect(turns(35)[0]).toBeCloseTo(-8.5);
  });
  it("seats everybody around the disc", () => {
    const around = round({ ...surface, layout: blitz31, seats: 4, shares: [2, 2, 3, 4] })!;
    expect(around.anchors).toHaveLength(4);
    expect(around.anchors[2]!.y).toBeLessThan(around.middle.y);
  });
});

it("of a row that closes up the last gaps stay where the place says so", () => {
  const slots = Array.from({ length: 8 }, () => ({ code: "9D" }));
  const place = { x: 0, y: 0, w: 40, step: 20, span: 120 };
  const gaps = (offsets: number[]) => offsets.slice(1).map((offset, i) => Math.round(offset - offsets[i]!));
  expect(gaps(along(slots, place))).toEqual(Array(7).fill(11));
  expect(gaps(along(slots, { ...place, fresh: 3 }))).toEqual([5, 5, 5, 5, 20, 20, 20]);
  expect(gaps(along(slots.slice(0, 4), { ...place, fresh: 3 }))).toEqual([20, 20, 20]);
  expect(gaps(along(slots, { ...place, fresh: 6 }))).toEqual(Array(7).fill(11));
});
