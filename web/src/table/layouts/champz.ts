// Blitz Champz: a lane for everybody from 0 to the points that win, mine lowest, my hand below it.
import type { Drawing } from "../drawing";

export const champz: Drawing = {
  bySeat: [],
  apart: ["field", "hand seat"],
  listed: "discard",
  named: { stock: "champz.stock", discard: "champz.played" },
  desk: {
    frame: [968, 728],
    places: {
      "hand me": { x: 76, y: 604, w: 103, spread: "row", straight: true, step: 112, span: 776 },
      stock: { x: 858, y: 580, w: 64 },
      discard: { x: 930, y: 597, w: 38 },
    },
    plates: { me: { x: 24, y: 400, align: "left", number: 40, name: "above" } },
    lanes: { from: 176, to: 881, goal: 21, top: 72, bottom: 474 },
  },
  phone: {
    frame: [390, 712],
    places: {
      "hand me": { x: 58, y: 522, w: 84, spread: "row", straight: true, lines: { of: 4, apart: 124 }, span: 358 },
      stock: { x: 296, y: 424, w: 26 },
      discard: { x: 346, y: 424, w: 26 },
    },
    plates: { me: { x: 16, y: 400, align: "left", number: 30, name: "beside" } },
    lanes: { from: 16, to: 342, goal: 21, top: 92, bottom: 404 },
  },
};
