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
      ...stored(duel.desk, { x: 62, y: 118, w: 52 }, { x: 62, y: 668, w: 52 }, 640).places,
      "deck far": { x: 330, y: 252, w: 84 },
      "deck me": { x: 330, y: 534, w: 84 },
      "last far": { ...duel.desk.places["last far"]!, x: 426, y: 252 },
      "last me": { ...duel.desk.places["last me"]!, x: 426, y: 534 },
      "pot far": { x: 470, y: 258, w: 104, spread: "row", step: 116, tight: 34, span: 460 },
      "pot me": { x: 470, y: 528, w: 104, spread: "row", step: 116, tight: 34, span: 460 },
    },
  },
  phone: stored(duel.phone, { x: 132, y: 104, w: 28 }, { x: 106, y: 664, w: 28 }, 110),
};
