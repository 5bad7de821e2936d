// Which layout a game is played on. A game that is not named is still played: its piles stand at the edge, labelled.
import type { Arrangement, Layout } from "../place";
import { blitz31 } from "./blitz31";
import { champz } from "./champz";
import { blitzkrieg } from "./blitzkrieg";
import { casinoWar } from "./casino";
import { stealDuel, stealMelee } from "./steal";
import { syrian } from "./syrian";
import { todUndLeben } from "./tod";
import { duel, melee, tall } from "./war";

/** BlitzWar is played on a map; its cards lie beside it. */
const blitzwar: Layout = { ...duel, ground: "map", counts: { state: "score" } };

const war: Layout = { ...duel, tall };

/** A desk's table stretched upwards, with larger cards. */
const upright = (layout: Layout, changes: Partial<Arrangement> = {}): Layout => ({
  ...layout,
  tall: { ...layout.desk, grows: 1.2, ...changes },
});
const around = upright(melee);
const house = upright(casinoWar, { grows: 1.4 });
const inMiddle = upright(syrian);
const stored = upright(todUndLeben);
const disc = upright(blitz31, { plates: { me: { x: 40, y: 462, align: "left", number: 88, name: "above" } } });
const lanes = upright(champz, {
  places: {
    "hand me": { x: 70, y: 632, w: 103, spread: "row", straight: true, step: 112, span: 762 },
    stock: { x: 842, y: 512, w: 50 },
    discard: { x: 922, y: 512, w: 50 },
  },
});

export function layoutOf(game: string, seats: number): Layout {
  if (game === "blitz31") return disc;
  if (game === "champz") return lanes;
  if (game === "blitzkrieg") return blitzkrieg;
  if (game === "blitzwar") return blitzwar;
  if (game === "casino-war") return house;
  if (game === "syrian-war") return inMiddle;
  if (game === "tod-und-leben") return stored;
  if (game === "steal-war") return seats === 2 ? stealDuel : stealMelee;
  return seats === 2 ? war : around;
}
