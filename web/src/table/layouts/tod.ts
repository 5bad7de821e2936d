// Tod und Leben: tricks are stored and never come back, so each side's row of them grows towards sixteen turns' end.
import type { Arrangement, Drawing } from "../drawing";
import { duel } from "./war";

function stored(
  arrangement: Arrangement,
  far: { x: number; y: number; w: number },
  me: { x: number; y: number; w: number },
  span: number,
): Arrangement {
  const row = { spread: "row", straight: true, step: 15, tight: 15, span } as const;
  return {
    ...arrangement,
    places: { ...arrangement.places, "won far": { ...far, ...row }, "won me": { ...me, ...row } },
  };
}

export const todUndLeben: Drawing = {
  ...duel,
  named: { won: "tl.stored", deck: "tl.alive" },
  desk: {
    ...duel.desk,
    places: {
      ...stored(duel.desk, { x: 62, y: 118, w: 52 }, { x: 62, y: 660, w: 52 }, 640).places,
      "deck far": { x: 330, y: 236, w: 84 },
      "deck me": { x: 330, y: 550, w: 84 },
      "last far": { ...duel.desk.places["last far"]!, x: 426, y: 236 },
      "last me": { ...duel.desk.places["last me"]!, x: 426, y: 550 },
      "pot far": { x: 470, y: 236, w: 96, spread: "row", step: 108, tight: 32, span: 460 },
      "pot me": { x: 470, y: 550, w: 96, spread: "row", step: 108, tight: 32, span: 460 },
    },
  },
  phone: stored(duel.phone, { x: 132, y: 104, w: 28 }, { x: 106, y: 664, w: 28 }, 110),
};
