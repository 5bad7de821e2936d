// Schwimmen: three open cards and the stock on the disc, my hand at the foot, everybody's lives beside their names.
import type { Drawing } from "../drawing";
import { blitz31 } from "./blitz31";

const { desk, phone } = blitz31;

export const schwimmen: Drawing = {
  bySeat: [],
  suits: true,
  aside: true,
  named: { stock: "pile.stock" },
  desk: {
    ...desk,
    places: {
      table: { x: 484, y: 292, w: 70, spread: "row", straight: true, step: 76, centred: true, span: 230 },
      packet: { x: 484, y: 292, w: 70 },
      stock: { x: 484, y: 392, w: 40 },
      removed: { x: 552, y: 384, w: 36 },
      "hand me": desk.places["hand me"]!,
      "hand seat": desk.places["hand seat"]!,
    },
  },
  phone: {
    ...phone,
    places: {
      table: { x: 195, y: 272, w: 48, spread: "row", straight: true, step: 52, centred: true, span: 158 },
      packet: { x: 195, y: 272, w: 48 },
      stock: { x: 195, y: 337, w: 24 },
      removed: { x: 238, y: 332, w: 22 },
      "hand me": { x: 195, y: 570, w: 108, spread: "row", step: 123, centred: true, span: 358 },
      "hand seat": phone.places["hand seat"]!,
    },
    plates: { me: { x: 16, y: 410, align: "left", number: 44, name: "beside" } },
  },
};
