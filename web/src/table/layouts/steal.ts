// Steal War: everybody's face-up pile lies in front, large, for that is what may be stolen; the card to be played beside it.
import type { Arrangement, Drawing, Place } from "../drawing";
import { duel, melee } from "./war";

export function over(arrangement: Arrangement, places: Record<string, Place>): Arrangement {
  return { ...arrangement, places: { ...arrangement.places, ...places } };
}

const named = { won: "steal.pile" } as const;

export const stealDuel: Drawing = {
  ...duel,
  named,
  desk: over(duel.desk, {
    "deck far": { x: 178, y: 186, w: 74 },
    "deck me": { x: 178, y: 618, w: 74 },
    "won far": { x: 300, y: 176, w: 104 },
    "won me": { x: 300, y: 606, w: 104 },
    "hand far": { x: 770, y: 186, w: 84 },
    "hand me": { x: 750, y: 606, w: 104 },
    "pot far": { x: 440, y: 185, w: 104, spread: "row", step: 112, tight: 34, span: 270 },
    "pot me": { x: 440, y: 606, w: 104, spread: "row", step: 112, tight: 34, span: 250 },
    "last far": { x: 440, y: 185, w: 86, spread: "row", step: 43, tight: 17, span: 230 },
    "last me": { x: 440, y: 606, w: 86, spread: "row", step: 43, tight: 17, span: 210 },
  }),
  phone: over(duel.phone, {
    "deck far": { x: 344, y: 116, w: 40 },
    "won far": { x: 278, y: 128, w: 60 },
    "hand far": { x: 216, y: 116, w: 40 },
    "deck me": { x: 246, y: 670, w: 40 },
    "won me": { x: 62, y: 574, w: 78 },
    "hand me": { x: 322, y: 574, w: 84 },
    "pot far": { x: 60, y: 243, w: 76, spread: "row", step: 84, tight: 26, span: 330 },
    "pot me": { x: 158, y: 574, w: 76, spread: "row", step: 52, tight: 22, span: 124 },
    "last far": { x: 60, y: 243, w: 60, spread: "row", step: 30, tight: 12, span: 200 },
    "last me": { x: 152, y: 574, w: 60, spread: "row", step: 30, tight: 12, span: 110 },
  }),
};

export const stealMelee: Drawing = {
  ...melee,
  named: { ...melee.named, ...named },
  desk: over(melee.desk, {
    "deck me": { x: 216, y: 624, w: 74 },
    "won me": { x: 330, y: 606, w: 104 },
    "pot me": { x: 466, y: 606, w: 104, spread: "row", step: 112, tight: 34, span: 216 },
    "hand me": { x: 752, y: 606, w: 112 },
    "deck seat": { x: -62, y: 66, w: 48 },
    "won seat": { x: 0, y: 74, w: 68 },
    "hand seat": { x: 58, y: 66, w: 40 },
    "pot seat": { x: 112, y: 74, w: 68, spread: "row", step: 48, tight: 18, span: 150 },
  }),
  phone: over(melee.phone, {
    "deck me": { x: 42, y: 640, w: 50 },
    "won me": { x: 134, y: 600, w: 104 },
    "pot me": { x: 240, y: 600, w: 88, spread: "row", step: 46, tight: 18, span: 180 },
    "hand me": { x: 318, y: 600, w: 112 },
    "deck seat": { x: -40, y: 46, w: 28 },
    "won seat": { x: 0, y: 54, w: 46 },
    "hand seat": { x: 38, y: 46, w: 24 },
    "pot seat": { x: 0, y: 96, w: 46, spread: "row", step: 22, tight: 10, span: 90, centred: true },
  }),
};
