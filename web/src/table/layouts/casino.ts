// Casino War: the house far in slate, the players low, their chips on the front before them.
import type { Drawing } from "../drawing";

export const casinoWar: Drawing = {
  bySeat: [],
  desk: {
    frame: [968, 728],
    places: {
      table: { x: 484, y: 176, w: 112, spread: "row", step: 124, tight: 40, centred: true, span: 500 },
      shoe: { x: 840, y: 176, w: 84 },
      discard: { x: 130, y: 176, w: 84 },
      removed: { x: 50, y: 176, w: 44 },
      "hand me": { x: 484, y: 560, w: 112, spread: "row", step: 40, centred: true, span: 220 },
      "hand seat": { x: 0, y: 0, w: 96, spread: "row", step: 34, centred: true, span: 190 },
    },
    plates: { me: { x: 944, y: 696, align: "right", number: 60, name: "above" } },
    columns: { left: 0, right: 968, y: 548 },
  },
  phone: {
    frame: [390, 712],
    places: {
      table: { x: 195, y: 170, w: 84, spread: "row", step: 92, tight: 30, centred: true, span: 200 },
      shoe: { x: 344, y: 140, w: 54 },
      discard: { x: 46, y: 140, w: 54 },
      removed: { x: 46, y: 226, w: 30 },
      "hand me": { x: 195, y: 560, w: 84, spread: "row", step: 26, centred: true, span: 150 },
      "hand seat": { x: 0, y: 0, w: 56, spread: "row", step: 14, centred: true, span: 100 },
    },
    plates: { me: { x: 16, y: 690, align: "left", number: 44, name: "beside" } },
    columns: { left: 0, right: 390, y: 540 },
  },
};
