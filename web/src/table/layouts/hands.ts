// War with a hand to choose from. For two, my hand lies beside my packet and the battle to the right of both hands.
import type { Drawing } from "../drawing";
import { beggarMelee } from "./beggar";
import { over } from "./steal";
import { duel, tall } from "./war";

export const handsDuel: NonNullable<Drawing["hands"]> = {
  desk: over(duel.desk, {
    "won me": { x: 56, y: 618, w: 62 },
    "deck me": { x: 138, y: 618, w: 80 },
    "hand me": { x: 250, y: 618, w: 108, spread: "row", straight: true, step: 116, span: 324 },
    "hand far": { x: 392, y: 186, w: 62, spread: "row", step: 24, span: 120 },
    "pot far": { x: 606, y: 185, w: 100, spread: "row", step: 108, tight: 30, span: 250 },
    "pot me": { x: 606, y: 618, w: 100, spread: "row", step: 108, tight: 30, span: 250 },
    "last far": { x: 600, y: 186, w: 84, spread: "row", step: 42, tight: 16, span: 230 },
    "last me": { x: 600, y: 618, w: 84, spread: "row", step: 42, tight: 16, span: 230 },
  }),
  phone: over(duel.phone, {
    "hand far": { x: 186, y: 123, w: 40, spread: "row", step: 14, span: 62 },
    "pot far": { x: 56, y: 233, w: 66, spread: "row", step: 80, tight: 26, span: 330 },
    "pot me": { x: 54, y: 480, w: 62, spread: "row", step: 78, tight: 24, span: 262 },
    "last me": { x: 50, y: 477, w: 56, spread: "row", step: 28, tight: 11, span: 200 },
    "hand me": { x: 66, y: 592, w: 84, spread: "row", straight: true, step: 92, span: 270 },
    "deck me": { x: 344, y: 586, w: 56 },
    "won me": { x: 344, y: 486, w: 46 },
  }),
  tall: over(tall, {
    "won me": { x: 62, y: 856, w: 70 },
    "deck me": { x: 156, y: 856, w: 84 },
    "hand me": { x: 276, y: 856, w: 108, spread: "row", straight: true, step: 116, span: 344 },
    "pot me": { ...tall.places["pot me"]!, x: 186, y: 680 },
    "pot far": { ...tall.places["pot far"]!, x: 318 },
    "last me": { ...tall.places["last me"]!, x: 186, y: 680 },
  }),
};

/** Of the others only the number of cards in hand counts: their hands lie small under their packets. */
export const handsMelee: Drawing = {
  ...beggarMelee,
  desk: over(beggarMelee.desk, {
    "won me": { x: 62, y: 624, w: 66 },
    "deck me": { x: 154, y: 624, w: 84 },
    "pot me": { x: 266, y: 624, w: 92, spread: "row", step: 46, tight: 28, span: 190 },
    "hand me": { x: 490, y: 624, w: 100, spread: "row", straight: true, step: 106, span: 312 },
    "hand seat": { x: -92, y: 122, w: 30, spread: "row", step: 14, span: 74 },
  }),
  phone: over(beggarMelee.phone, { "hand seat": { x: -46, y: 84, w: 19, spread: "row", step: 9, span: 40 } }),
};
