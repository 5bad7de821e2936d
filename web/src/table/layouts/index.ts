// Which layout a game is played on. A game that is not named is still played: its piles stand at the edge, labelled.
import type { Layout } from "../place";
import { blitz31 } from "./blitz31";
import { champz } from "./champz";
import { blitzkrieg } from "./blitzkrieg";
import { casinoWar } from "./casino";
import { stealDuel, stealMelee } from "./steal";
import { syrian } from "./syrian";
import { todUndLeben } from "./tod";
import { duel, melee } from "./war";

/** BlitzWar is played on a map; its cards lie beside it. */
const blitzwar: Layout = { ...duel, ground: "map", counts: { state: "score" } };

export function layoutOf(game: string, seats: number): Layout {
  if (game === "blitz31") return blitz31;
  if (game === "champz") return champz;
  if (game === "blitzkrieg") return blitzkrieg;
  if (game === "blitzwar") return blitzwar;
  if (game === "casino-war") return casinoWar;
  if (game === "syrian-war") return syrian;
  if (game === "tod-und-leben") return todUndLeben;
  if (game === "steal-war") return seats === 2 ? stealDuel : stealMelee;
  return seats === 2 ? duel : melee;
}
