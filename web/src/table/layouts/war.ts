// The War family: far row above, mine below, packets left, counts right, captured piles beside the packets.
import type { Arrangement, Drawing } from "../drawing";

const desk: Arrangement = {
  frame: [968, 728],
  places: {
    "deck far": { x: 289, y: 186, w: 93 },
    "deck me": { x: 290, y: 618, w: 93 },
    "won far": { x: 178, y: 186, w: 74 },
    "won me": { x: 178, y: 618, w: 74 },
    "pot far": { x: 422, y: 185, w: 112, spread: "row", step: 136, tight: 39, span: 466 },
    "pot me": { x: 422, y: 618, w: 112, spread: "row", step: 136, tight: 39, span: 466 },
    "hand far": { x: 700, y: 110, w: 56, spread: "row", step: 22, span: 150 },
    "hand me": { x: 700, y: 690, w: 56, spread: "row", step: 60, span: 240 },
    "field far": { x: 422, y: 185, w: 112, spread: "row", step: 124, tight: 39, span: 440 },
    "field me": { x: 422, y: 618, w: 112, spread: "row", step: 124, tight: 39, span: 440 },
    "last far": { x: 389, y: 186, w: 93, spread: "row", step: 46, tight: 18, span: 290 },
    "last me": { x: 390, y: 618, w: 93, spread: "row", step: 46, tight: 18, span: 290 },
    stock: { x: 90, y: 380, w: 60 },
    removed: { x: 60, y: 660, w: 44 },
    table: { x: 484, y: 380, w: 84, spread: "row", step: 60, tight: 30, span: 620, centred: true },
  },
  plates: {
    me: { x: 944, y: 696, align: "right", number: 88, name: "above" },
    far: { x: 944, y: 106, align: "right", number: 88, name: "below" },
  },
  front: {
    top: 114,
    bottom: 670,
    now: 212,
    rest: 760,
    level: [246, 546],
    bend: 78,
    steps: 36,
    least: 118,
    reach: 138,
    tooth: 5.5,
    spacing: 30,
  },
};

const phone: Arrangement = {
  frame: [390, 712],
  places: {
    "deck far": { x: 337, y: 123, w: 68 },
    "deck me": { x: 246, y: 670, w: 46 },
    "won far": { x: 262, y: 123, w: 48 },
    "won me": { x: 190, y: 670, w: 40 },
    "pot far": { x: 64, y: 243, w: 84, spread: "row", step: 100, tight: 31, span: 346 },
    "pot me": { x: 64, y: 573, w: 84, spread: "row", step: 100, tight: 31, span: 346 },
    "hand far": { x: 64, y: 243, w: 60, spread: "row", step: 24, span: 120 },
    "hand me": { x: 240, y: 573, w: 60, spread: "row", step: 44, span: 140 },
    "field far": { x: 64, y: 243, w: 84, spread: "row", step: 92, tight: 31, span: 346 },
    "field me": { x: 64, y: 573, w: 84, spread: "row", step: 92, tight: 31, span: 346 },
    "last far": { x: 52, y: 243, w: 60, spread: "row", step: 30, tight: 12, span: 200 },
    "last me": { x: 52, y: 573, w: 60, spread: "row", step: 30, tight: 12, span: 200 },
    stock: { x: 40, y: 384, w: 40 },
    removed: { x: 30, y: 480, w: 30 },
    table: { x: 215, y: 384, w: 56, spread: "row", step: 38, tight: 20, span: 320, centred: true },
  },
  plates: {
    me: { x: 22, y: 672, align: "left", number: 64, name: "beside" },
    far: { x: 22, y: 72, align: "left", number: 80, name: "above" },
  },
  front: {
    top: 110,
    bottom: 654,
    now: 52,
    rest: 300,
    level: [200, 620],
    bend: 50,
    steps: 14,
    least: 110,
    reach: 80,
    tooth: 5.5,
    spacing: 24,
  },
};

/** A tablet held upright: as wide a table as a desk's has places, and more height than those need. */
export const tall: Arrangement = {
  frame: [768, 952],
  places: {
    "deck far": { x: 186, y: 264, w: 106 },
    "deck me": { x: 186, y: 712, w: 106 },
    "won far": { x: 76, y: 264, w: 84 },
    "won me": { x: 76, y: 712, w: 84 },
    "pot far": { x: 318, y: 264, w: 114, spread: "row", step: 134, tight: 38, span: 472 },
    "pot me": { x: 318, y: 712, w: 114, spread: "row", step: 134, tight: 38, span: 472 },
    "hand far": { x: 540, y: 130, w: 62, spread: "row", step: 24, span: 170 },
    "hand me": { x: 480, y: 872, w: 66, spread: "row", step: 66, span: 250 },
    "field far": { x: 348, y: 252, w: 126, spread: "row", step: 136, tight: 43, span: 456 },
    "field me": { x: 348, y: 704, w: 126, spread: "row", step: 136, tight: 43, span: 456 },
    "last far": { x: 298, y: 264, w: 94, spread: "row", step: 46, tight: 18, span: 290 },
    "last me": { x: 298, y: 712, w: 94, spread: "row", step: 46, tight: 18, span: 290 },
    stock: { x: 72, y: 498, w: 66 },
    removed: { x: 50, y: 880, w: 50 },
    table: { x: 384, y: 498, w: 96, spread: "row", step: 68, tight: 34, span: 620, centred: true },
  },
  plates: {
    me: { x: 744, y: 932, align: "right", number: 88, name: "above" },
    far: { x: 744, y: 64, align: "right", number: 88, name: "below" },
  },
  front: {
    top: 140,
    bottom: 876,
    now: 156,
    rest: 590,
    level: [240, 760],
    bend: 78,
    steps: 28,
    least: 122,
    reach: 140,
    tooth: 5.5,
    spacing: 30,
  },
};

/** Two sides that meet along a front. */
export const duel: Drawing = { bySeat: ["pot"], desk, phone };

/** Three to six at a round table: the pot in the middle, everybody's cards before him. */
export const melee: Drawing = {
  bySeat: ["pot"],
  named: { removed: "pile.removed" },
  desk: {
    frame: [968, 728],
    places: {
      "deck me": { x: 280, y: 624, w: 84 },
      "won me": { x: 186, y: 624, w: 66 },
      "pot me": { x: 400, y: 612, w: 104, spread: "row", step: 118, tight: 34, span: 420 },
      "hand me": { x: 700, y: 624, w: 84, spread: "row", step: 90, span: 240 },
      "deck seat": { x: -74, y: 64, w: 56 },
      "won seat": { x: -126, y: 62, w: 40 },
      "hand seat": { x: -40, y: 76, w: 40, spread: "row", step: 20, span: 90 },
      "pot seat": { x: 0, y: 66, w: 70, spread: "row", step: 62, tight: 20, span: 180 },
      removed: { x: 60, y: 668, w: 44 },
      stock: { x: 484, y: 300, w: 84 },
      table: { x: 484, y: 300, w: 72, spread: "row", step: 40, centred: true, span: 200 },
    },
    plates: { me: { x: 944, y: 696, align: "right", number: 88, name: "above" } },
    round: { middle: { x: 484, y: 318 }, radius: 112, reach: { x: 372, y: 206 } },
  },
  phone: {
    frame: [390, 712],
    places: {
      "deck me": { x: 56, y: 600, w: 70 },
      "won me": { x: 52, y: 686, w: 30 },
      "pot me": { x: 140, y: 596, w: 90, spread: "row", step: 96, tight: 28, span: 226 },
      "hand me": { x: 140, y: 596, w: 60, spread: "row", step: 64, span: 226 },
      "deck seat": { x: -36, y: 46, w: 34 },
      "won seat": { x: -66, y: 42, w: 26 },
      "pot seat": { x: -8, y: 50, w: 52, spread: "row", step: 25, span: 106 },
      removed: { x: 366, y: 690, w: 24 },
      "hand seat": { x: -10, y: 70, w: 28, spread: "row", step: 12, span: 60 },
      stock: { x: 195, y: 280, w: 60 },
      table: { x: 195, y: 280, w: 50, spread: "row", step: 30, centred: true, span: 140 },
    },
    plates: { me: { x: 16, y: 478, align: "left", number: 56, name: "beside" } },
    round: { middle: { x: 195, y: 289 }, radius: 74, reach: { x: 130, y: 196 } },
  },
};
