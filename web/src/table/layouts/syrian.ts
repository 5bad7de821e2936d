// Syrian War: one pile in the middle, on the front itself, that grows card by card until somebody captures it.
import type { Drawing } from "../drawing";
import { duel } from "./war";

export const syrian: Drawing = {
  ...duel,
  bySeat: [],
  named: { pot: "sy.pile" },
  aside: true,
  desk: {
    ...duel.desk,
    places: {
      ...duel.desk.places,
      pot: { x: 412, y: 392, w: 118, spread: "row", step: 46, span: 360 },
      "field far": { x: 422, y: 168, w: 96, spread: "row", step: 108, tight: 24, span: 430 },
      "field me": { x: 422, y: 628, w: 96, spread: "row", step: 108, tight: 24, span: 430 },
    },
  },
  phone: {
    ...duel.phone,
    places: {
      ...duel.phone.places,
      pot: { x: 112, y: 384, w: 84, spread: "row", step: 34, span: 250 },
      "field far": { x: 64, y: 243, w: 72, spread: "row", step: 80, tight: 16, span: 346 },
      "field me": { x: 64, y: 573, w: 72, spread: "row", step: 80, tight: 16, span: 346 },
    },
  },
};
