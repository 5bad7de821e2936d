// A table that is a picture in a page: an example of a rule, a turn of a story. Rows without packets for two sides at war,
// with the front in the middle; else the game's own arrangement for small screens.
import type { GameInfo } from "../../wire";
import type { Arrangement, Layout } from "../drawing";
import { layoutOf } from "./index";
import { over } from "./steal";

const rows: Arrangement = {
  frame: [600, 330],
  places: {
    "deck far": { x: 112, y: 60, w: 38 },
    "deck me": { x: 112, y: 270, w: 38 },
    "won far": { x: 112, y: 106, w: 24 },
    "won me": { x: 112, y: 222, w: 24 },
    "pot far": { x: 190, y: 66, w: 74, spread: "row", step: 90, tight: 40, span: 440 },
    "pot me": { x: 190, y: 264, w: 74, spread: "row", step: 90, tight: 40, span: 440 },
    "field far": { x: 190, y: 66, w: 74, spread: "row", step: 82, tight: 30, span: 440 },
    "field me": { x: 190, y: 264, w: 74, spread: "row", step: 82, tight: 30, span: 440 },
    "hand far": { x: 410, y: 40, w: 38, spread: "row", step: 16, span: 110 },
    "hand me": { x: 410, y: 290, w: 38, spread: "row", step: 40, span: 130 },
    pot: { x: 250, y: 165, w: 74, spread: "row", step: 36, span: 300, fresh: 3 },
    burnt: { x: 180, y: 165, w: 40 },
    stock: { x: 40, y: 165, w: 36 },
    removed: { x: 120, y: 165, w: 24 },
    table: { x: 300, y: 165, w: 48, spread: "row", step: 40, tight: 20, span: 360, centred: true },
  },
  plates: {
    me: { x: 18, y: 252, align: "left", number: 40, name: "below" },
    far: { x: 18, y: 15, align: "left", number: 40, name: "above" },
  },
  front: {
    top: 128,
    bottom: 202,
    now: 70,
    rest: 70,
    level: [128, 202],
    bend: 40,
    steps: 3,
    least: 74,
    reach: 82,
    tooth: 5,
    spacing: 28,
  },
};

const withHands = over(rows, {
  "pot far": { ...rows.places["pot far"]!, span: 240 },
  "pot me": { ...rows.places["pot me"]!, span: 240 },
  "hand far": { x: 474, y: 46, w: 38, spread: "row", step: 16, span: 110 },
  "hand me": { x: 474, y: 278, w: 38, spread: "row", step: 42, span: 122 },
});

export function small(info: GameInfo, seats: number): Layout {
  const layout = layoutOf(info, seats);
  return layout.ground === "front" && !layout.nests
    ? { ...layout, desk: rows, phone: rows, hands: { desk: withHands, phone: withHands } }
    : layout;
}
