// Blitz (31): stock and discards on the disc, my hand at the foot, everybody's lives beside their names.
import type { Drawing } from "../drawing";

export const blitz31: Drawing = {
  bySeat: [],
  suits: true,
  desk: {
    frame: [968, 728],
    places: {
      stock: { x: 431, y: 300, w: 92 },
      discard: { x: 541, y: 301, w: 96 },
      "hand me": { x: 490, y: 611, w: 127, spread: "row", step: 140, centred: true, span: 440 },
      "hand seat": { x: -44, y: 58, w: 58, spread: "row", step: 44, span: 146 },
    },
    plates: { me: { x: 62, y: 572, align: "left", number: 88, name: "above" } },
    round: { middle: { x: 484, y: 318 }, radius: 138, reach: { x: 376, y: 236 } },
  },
  phone: {
    frame: [390, 712],
    places: {
      stock: { x: 153, y: 284, w: 70 },
      discard: { x: 239, y: 283, w: 74 },
      "hand me": { x: 195, y: 564, w: 110, spread: "row", step: 123, centred: true, span: 358 },
      "hand seat": { x: -28, y: 62, w: 40, spread: "row", step: 19, span: 80 },
    },
    plates: { me: { x: 16, y: 426, align: "left", number: 44, name: "beside" } },
    round: { middle: { x: 195, y: 289 }, radius: 96, reach: { x: 148, y: 216 } },
  },
};
