// Egyptian Ratscrew: one pile in the middle, with the cards for wrong slaps beside it, and a packet before everybody.
import type { Drawing } from "../drawing";
import { over } from "./steal";
import { syrian } from "./syrian";

/** A sandwich and a run of four are seen in the last gaps, however large the pile is. */
const FRESH = 3;

const shared: Pick<Drawing, "bySeat" | "named" | "taken" | "aside"> = {
  bySeat: [],
  named: { pot: "sy.pile", burnt: "pile.burnt" },
  // A demand decides who takes the pile, if nobody slaps it.
  taken: {
    pile: "pot",
    by: (_, { owed = 0 }) => ({ key: owed > 0 ? "bn.owed" : "bn.pile", values: { n: String(owed) } }),
  },
  aside: true,
};

export const ratscrewDuel: Drawing = {
  ...syrian,
  ...shared,
  desk: over(syrian.desk, {
    pot: { x: 412, y: 392, w: 118, spread: "row", step: 46, span: 300, fresh: FRESH },
    burnt: { x: 300, y: 392, w: 64 },
  }),
  phone: over(syrian.phone, {
    pot: { x: 112, y: 384, w: 84, spread: "row", step: 34, span: 192, fresh: FRESH },
    burnt: { x: 36, y: 384, w: 40 },
  }),
};

export const ratscrewRound: Drawing = {
  ...shared,
  desk: {
    frame: [968, 728],
    places: {
      pot: { x: 440, y: 318, w: 92, spread: "row", step: 36, span: 178, fresh: FRESH },
      burnt: { x: 372, y: 318, w: 40 },
      stock: { x: 912, y: 636, w: 64 },
      "deck me": { x: 484, y: 616, w: 104 },
      "deck seat": { x: -22, y: 64, w: 56 },
    },
    plates: { me: { x: 944, y: 696, align: "right", number: 88, name: "above" } },
    round: { middle: { x: 484, y: 318 }, radius: 140, reach: { x: 376, y: 228 } },
  },
  phone: {
    frame: [390, 712],
    places: {
      pot: { x: 162, y: 289, w: 56, spread: "row", step: 24, span: 112, fresh: 2 },
      burnt: { x: 122, y: 289, w: 24 },
      stock: { x: 366, y: 690, w: 24 },
      "deck me": { x: 195, y: 600, w: 84 },
      "deck seat": { x: -14, y: 48, w: 34 },
    },
    plates: { me: { x: 16, y: 560, align: "left", number: 56, name: "beside" } },
    round: { middle: { x: 195, y: 289 }, radius: 92, reach: { x: 140, y: 208 } },
  },
};
