// Beggar-My-Neighbour: one pile in the middle for two, and room for a hand to choose from.
import { over } from "./steal";
import { syrian } from "./syrian";
import { melee } from "./war";
import type { Drawing } from "../drawing";

export const beggarDuel: Drawing = {
  ...syrian,
  // A demand decides who takes the pile, not the rank of its top card.
  taken: {
    pile: "pot",
    by: (_, { owed = 0 }) => ({ key: owed > 0 ? "bn.owed" : "bn.pile", values: { n: String(owed) } }),
  },
  desk: over(syrian.desk, {
    "hand far": { x: 422, y: 168, w: 70, spread: "row", step: 40, span: 300 },
    "hand me": { x: 430, y: 622, w: 104, spread: "row", straight: true, step: 116, span: 480 },
  }),
  phone: over(syrian.phone, {
    pot: { x: 60, y: 384, w: 72, spread: "row", step: 34, span: 330 },
    "hand far": { x: 200, y: 250, w: 44, spread: "row", step: 24, span: 150 },
    "hand me": { x: 66, y: 566, w: 84, spread: "row", straight: true, step: 92, span: 346 },
  }),
};

export const beggarMelee: Drawing = {
  ...melee,
  desk: over(melee.desk, {
    "pot me": { x: 390, y: 624, w: 92, spread: "row", step: 46, tight: 28, span: 190 },
    "hand me": { x: 640, y: 624, w: 92, spread: "row", straight: true, step: 98, span: 240 },
  }),
  phone: over(melee.phone, {
    "deck me": { x: 46, y: 646, w: 56 },
    "pot me": { x: 146, y: 540, w: 56, spread: "row", step: 34, tight: 20, span: 210 },
    "hand me": { x: 138, y: 646, w: 84, spread: "row", straight: true, step: 90, span: 250 },
  }),
};
