// The games that have a tile on the home page, in their order.
import type { GameInfo } from "../wire";

type Tiled = Pick<GameInfo, "page">;

export function tiled<G extends Tiled>(games: readonly G[]): G[] {
  return games.filter((one) => one.page.tile).sort((a, b) => a.page.tile!.place - b.page.tile!.place);
}

/** The game that is offered where none has been named. */
export function firstOf<G extends Tiled>(games: readonly G[]): G {
  return tiled(games)[0] ?? games[0]!;
}
