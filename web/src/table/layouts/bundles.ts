// Stealing Bundles: the cards to capture in the middle, everybody's bundle beside their hand with its top card in sight, my
// hand at the foot.
import type { Drawing } from "../drawing";
import { over } from "./steal";

export const bundlesRound: Drawing = {
  bySeat: [],
  aside: true,
  named: { bundle: "pile.bundle", stock: "pile.stock" },
  desk: {
    frame: [968, 728],
    places: {
      table: { x: 355, y: 300, w: 72, spread: "row", lines: { of: 4, apart: 104 }, span: 330 },
      played: { x: 690, y: 352, w: 48 },
      stock: { x: 912, y: 636, w: 64 },
      "hand me": { x: 440, y: 611, w: 118, spread: "row", straight: true, step: 128, centred: true, span: 510 },
      "bundle me": { x: 780, y: 606, w: 118 },
      "hand seat": { x: -62, y: 62, w: 38, spread: "row", step: 15, span: 60 },
      "bundle seat": { x: 30, y: 64, w: 60 },
    },
    plates: { me: { x: 62, y: 572, align: "left", number: 88, name: "above" } },
    round: { middle: { x: 484, y: 352 }, radius: 144, reach: { x: 376, y: 250 } },
  },
  phone: {
    frame: [390, 712],
    places: {
      table: { x: 126, y: 269, w: 38, spread: "row", lines: { of: 4, apart: 62 }, span: 176 },
      played: { x: 300, y: 440, w: 34 },
      stock: { x: 195, y: 448, w: 38 },
      "hand me": { x: 146, y: 572, w: 64, spread: "row", straight: true, step: 71, centred: true, span: 288 },
      "bundle me": { x: 342, y: 572, w: 80 },
      "hand seat": { x: -32, y: 52, w: 24, spread: "row", step: 8, span: 30 },
      "bundle seat": { x: 22, y: 56, w: 40 },
    },
    plates: { me: { x: 16, y: 426, align: "left", number: 44, name: "beside" } },
    round: { middle: { x: 195, y: 300 }, radius: 90, reach: { x: 148, y: 220 } },
  },
};

/** Between two nobody sits at the sides, so the cards in the middle are larger. */
export const bundlesDuel: Drawing = {
  ...bundlesRound,
  desk: over(bundlesRound.desk, {
    table: { x: 320, y: 288, w: 92, spread: "row", lines: { of: 4, apart: 128 }, span: 420 },
    played: { x: 740, y: 352, w: 56 },
  }),
  phone: over(bundlesRound.phone, {
    table: { x: 98, y: 257, w: 56, spread: "row", lines: { of: 4, apart: 86 }, span: 250 },
  }),
};
