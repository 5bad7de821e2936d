// Schwimmen: three open cards and the stock on the disc, my hand at the foot, everybody's lives beside their names.
import type { Drawing } from "../drawing";

export const schwimmen: Drawing = {
  bySeat: [],
  suits: true,
  aside: true,
  named: { stock: "pile.stock" },
  desk: {
    frame: [968, 728],
    places: {
      table: { x: 484, y: 292, w: 70, spread: "row", straight: true, step: 76, centred: true, span: 230 },
      packet: { x: 484, y: 292, w: 70 },
      stock: { x: 484, y: 392, w: 40 },
      removed: { x: 552, y: 384, w: 36 },
      "hand me": { x: 490, y: 611, w: 127, spread: "row", step: 140, centred: true, span: 440 },
      "hand seat": { x: -44, y: 58, w: 58, spread: "row", step: 44, span: 146 },
    },
    plates: { me: { x: 62, y: 572, align: "left", number: 88, name: "above" } },
    round: { middle: { x: 484, y: 318 }, radius: 138, reach: { x: 376, y: 236 } },
  },
  phone: {
    frame: [390, 712],
    places: {
      table: { x: 195, y: 272, w: 48, spread: "row", straight: true, step: 52, centred: true, span: 158 },
      packet: { x: 195, y: 272, w: 48 },
      stock: { x: 195, y: 337, w: 24 },
      removed: { x: 238, y: 332, w: 22 },
      "hand me": { x: 195, y: 570, w: 108, spread: "row", step: 123, centred: true, span: 358 },
      "hand seat": { x: -28, y: 62, w: 40, spread: "row", step: 19, span: 80 },
    },
    plates: { me: { x: 16, y: 410, align: "left", number: 44, name: "beside" } },
    round: { middle: { x: 195, y: 289 }, radius: 96, reach: { x: 148, y: 216 } },
  },
};
