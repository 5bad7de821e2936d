// Which layout a game is played on. A game that is not named is still played: its piles stand at the edge, labelled.
import type { Layout } from "../place";
import { blitz31 } from "./blitz31";
import { champz } from "./champz";
import { blitzkrieg } from "./blitzkrieg";
import { casinoWar } from "./casino";
import { duel, melee } from "./war";

/** BlitzWar is played on a map; its cards lie beside it. */
const blitzwar: Layout = { ...duel, ground: "map", counts: { state: "score" } };

export function layoutOf(game: string, seats: number): Layout {
  if (game === "blitz31") return blitz31;
  if (game === "champz") return champz;
  if (game === "blitzkrieg") return blitzkrieg;
  if (game === "blitzwar") return blitzwar;
  if (game === "casino-war") return casinoWar;
  return seats === 2 ? duel : melee;
}
