// Which layout a game is played on. A game that is not named is still played: its piles stand at the edge, labelled.
import type { Layout } from "../place";
import { blitz31 } from "./blitz31";
import { champz } from "./champz";
import { duel, melee } from "./war";

const plain: Layout = { ...duel, desk: { ...duel.desk }, phone: { ...duel.phone } };

export function layoutOf(game: string, seats: number): Layout {
  if (game === "blitz31") return blitz31;
  if (game === "champz") return champz;
  return seats === 2 ? plain : melee;
}
