// Syrian War: one pile in the middle, on the front itself, that grows card by card until somebody captures it.
import type { Drawing } from "../drawing";
import { duel } from "./war";

/** The ace is the lowest card, the king the highest. */
const RANKS = "A23456789TJQK";

function takenBy(top: string): ReturnType<NonNullable<Drawing["taken"]>["by"]> {
  const rank = RANKS[RANKS.indexOf(top[0]!) + 1];
  if (rank === undefined) return { key: "sy.never", values: {} };
  if (rank === RANKS.at(-1)) return { key: "sy.king", values: {} };
  return { key: "sy.takes", values: { rank: rank === "T" ? "10" : rank } };
}

export const syrian: Drawing = {
  ...duel,
  bySeat: [],
  named: { pot: "sy.pile" },
  taken: { pile: "pot", by: takenBy },
  aside: true,
  desk: {
    ...duel.desk,
    places: {
      ...duel.desk.places,
      pot: { x: 412, y: 392, w: 118, spread: "row", step: 46, span: 300 },
      "field far": { x: 422, y: 168, w: 96, spread: "row", step: 108, tight: 24, span: 430 },
      "field me": { x: 422, y: 628, w: 96, spread: "row", step: 108, tight: 24, span: 430 },
    },
  },
  phone: {
    ...duel.phone,
    places: {
      ...duel.phone.places,
      pot: { x: 112, y: 384, w: 84, spread: "row", step: 34, span: 192 },
      "field far": { x: 64, y: 243, w: 72, spread: "row", step: 80, tight: 16, span: 346 },
      "field me": { x: 64, y: 573, w: 72, spread: "row", step: 80, tight: 16, span: 346 },
    },
  },
};
