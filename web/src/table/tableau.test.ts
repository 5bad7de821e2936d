import { describe, expect, it } from "vitest";
import type { GameEvent, View } from "../wire";
import { apply, countOf, reconcile, unlaid, type Tableau } from "./tableau";

const view = (piles: View["piles"]): View => ({
  seat: 0,
  turns: 1,
  over: false,
  piles,
  state: {},
  told: {},
  shares: [],
});
const dealt = reconcile(
  new Map(),
  view({
    "deck 0": { count: 3 },
    "deck 1": { count: 2 },
    pot: { count: 0, cards: [] },
    "hand 0": { count: 2, cards: ["QD", "7S"] },
  }),
);
const open = (pile: string) => !pile.startsWith("deck");
const codes = (tableau: Tableau, pile: string) => tableau.get(pile)!.map((slot) => slot.code);

describe("a view", () => {
  it("lays as many slots as it counts, and names only what it shows", () => {
    expect(codes(dealt, "deck 0")).toEqual([null, null, null]);
    expect(codes(dealt, "hand 0")).toEqual(["QD", "7S"]);
  });
  it("keeps the slots of cards that have stayed", () => {
    const [queen, seven] = dealt.get("hand 0")!;
    const next = reconcile(dealt, view({ "hand 0": { count: 3, cards: ["7S", "QD", "2C"] } }));
    expect(
      next
        .get("hand 0")!
        .slice(0, 2)
        .map((slot) => slot.id),
    ).toEqual([seven!.id, queen!.id]);
  });
  it("names only the top where only the top is shown", () => {
    const next = reconcile(dealt, view({ "won 0": { count: 3, cards: ["AS"] } }));
    expect(codes(next, "won 0")).toEqual(["AS", null, null]);
  });
});

describe("an event", () => {
  it("turns up the top card of a packet", () => {
    const top = dealt.get("deck 0")![0]!;
    const { after, move } = apply(dealt, { kind: "turn_up", seat: 0, card: "7H", from: "deck 0", to: "pot" }, open);
    expect(move!.slots).toEqual([{ id: top.id, code: "7H", owner: 0, by: 0 }]);
    expect(codes(after, "pot")).toEqual(["7H"]);
    expect(countOf(after, 0, ["deck"])).toBe(2);
  });
  it("lays a card face down without its name", () => {
    const { after } = apply(dealt, { kind: "lay_face_down", seat: 1, card: "??", from: "deck 1", to: "pot" }, open);
    expect(after.get("pot")![0]).toMatchObject({ code: null, owner: 1, by: 1 });
  });
  it("gives each seat the cards that it laid, where each takes its own back", () => {
    let table: Tableau = dealt;
    for (const [seat, card] of ["7H", "9C"].entries())
      table = apply(table, { kind: "turn_up", seat, card, from: `deck ${seat}`, to: "pot" }, open).after;
    for (const seat of [0, 1])
      table = apply(table, { kind: "pour", seat, from: "pot", to: `deck ${seat}` }, () => true).after;
    expect(codes(table, "deck 0").slice(2)).toEqual(["7H"]);
    expect(codes(table, "deck 1").slice(1)).toEqual(["9C"]);
    expect(codes(table, "pot")).toEqual([]);
  });
  it("sweeps a whole pile, which turns face down and changes colour", () => {
    let table: Tableau = dealt;
    for (const [seat, card] of [
      ["0", "7H"],
      ["1", "9C"],
    ] as const)
      table = apply(table, { kind: "turn_up", seat: Number(seat), card, from: `deck ${seat}`, to: "pot" }, open).after;
    const { after, move } = apply(table, { kind: "shuffle", from: "pot", to: "deck 1" }, open);
    expect(move!.slots).toHaveLength(2);
    expect(after.get("deck 1")!.every((slot) => slot.code === null && slot.owner === 1)).toBe(true);
  });
  it("takes a card out of a hand by its name, and adds what is drawn at the end", () => {
    const less = apply(dealt, { kind: "move", seat: 0, card: "QD", from: "hand 0", to: "discard" }, open).after;
    const more = apply(less, { kind: "take", seat: 0, card: "4C", from: "stock", to: "hand 0" }, open).after;
    expect(codes(less, "discard")).toEqual(["QD"]);
    expect(codes(more, "hand 0")).toEqual(["7S"]);
  });
  it("that tells again of a card that has moved moves nothing", () => {
    const once = apply(dealt, { kind: "move", seat: 0, card: "QD", from: "hand 0", to: "won 1" }, open).after;
    expect(apply(once, { kind: "steal", seat: 0, card: "QD", from: "hand 0", to: "won 1" }, open).move).toBeNull();
  });
  it("that plays a card of which another lies there already moves it", () => {
    const field = (card: string, table: Tableau) =>
      apply(table, { kind: "play", seat: 1, card, from: "hand 1", to: "field 1" }, open).after;
    const hidden = new Map([...dealt, ["hand 1", [901, 902].map((id) => ({ id, code: null, owner: 1, by: 1 }))]]);
    expect(codes(field("EXTRA-POINT", field("EXTRA-POINT", hidden)), "field 1")).toEqual([
      "EXTRA-POINT",
      "EXTRA-POINT",
    ]);
  });
  it("lays cards that are dealt face up in the order in which they come", () => {
    const deal = (card: string): GameEvent => ({ kind: "deal", card, from: "hand 0", to: "table" });
    const one = apply(dealt, deal("7S"), open).after;
    expect(codes(apply(one, deal("QD"), open).after, "table")).toEqual(["7S", "QD"]);
  });
  it("lays a card that is swapped for an open one in its place", () => {
    const deal = (card: string): GameEvent => ({ kind: "deal", card, from: "deck 0", to: "table" });
    const laid = ["KS", "TD", "8C"].reduce((table, card) => apply(table, deal(card), open).after, dealt);
    const given = apply(
      laid,
      { kind: "swap", seat: 0, card: "QD", from: "hand 0", to: "table", cards: "TD" },
      open,
    ).after;
    const taken = apply(given, { kind: "take", seat: 0, card: "TD", from: "table", to: "hand 0" }, open).after;
    expect(codes(taken, "table")).toEqual(["KS", "QD", "8C"]);
    expect(codes(taken, "hand 0")).toEqual(["7S", "TD"]);
  });
  it("shows a card where it lies", () => {
    const laid = apply(dealt, { kind: "lay_face_down", seat: 1, card: "??", from: "deck 1", to: "table" }, open).after;
    const { after, move } = apply(laid, { kind: "show", seat: 1, card: "TH", from: "table" }, open);
    expect(move).toBeNull();
    expect(codes(after, "table")).toEqual(["TH"]);
  });
  it("deals from a stock that nobody has seen", () => {
    const deals = [0, 1].map((seat) => ({ kind: "deal", seat, card: "??", from: "stock", to: `hand ${seat}` }));
    const before = unlaid(deals, view({ stock: { count: 50 }, "hand 0": { count: 1 }, "hand 1": { count: 1 } }));
    expect(before.get("stock")).toHaveLength(52);
    expect(before.get("hand 0")).toEqual([]);
    expect(before.get("hand 1")).toEqual([]);
  });
  it("gives what goes back to the stock nobody's colour", () => {
    const { after } = apply(dealt, { kind: "move", seat: 0, card: "QD", from: "hand 0", to: "stock" }, () => false);
    expect(after.get("stock")![0]).toMatchObject({ owner: null, code: null });
  });
  it("of an unknown kind without piles changes nothing", () => {
    expect(apply(dealt, { kind: "omen", seat: 0 }, open)).toEqual({ after: dealt, move: null });
  });
});
