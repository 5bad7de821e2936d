// The games as the home page shows them: those that declare a tile first, in the order of their tiles.
import type { GameInfo } from "../wire";

type Tiled = Pick<GameInfo, "page">;

export function inOrder<G extends Tiled>(games: readonly G[]): G[] {
  const place = (game: G) => game.page.tile?.place ?? Infinity;
  return [...games].sort((a, b) => Math.sign(place(a) - place(b)) || 0);
}

/** The game that is offered where none has been named. */
export function firstOf<G extends Tiled>(games: readonly G[]): G {
  return inOrder(games)[0]!;
}

/** The title of a game of this server; its name where it is not among them. */
export const titleOf = (games: readonly Pick<GameInfo, "game" | "title">[], game: string): string =>
  games.find((one) => one.game === game)?.title ?? game;

/** The picture of a game's tile; of one that declares none two aces that meet. */
export const artOf = (game: Tiled): string => game.page.tile?.art ?? "AS AH";

/** The preset that suits a first game, where one says so. */
export const presetForFirst = ({ presets }: Pick<GameInfo, "presets">): GameInfo["presets"][number] | undefined =>
  presets.find((one) => one.first);
