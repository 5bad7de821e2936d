// The recorded games on which tests of the film run (`make.py film`).
import type { GameInfo, Step } from "../wire";

export interface Played {
  game: string;
  preset: string;
  seats: number;
  steps: Step[];
}

/** How each game begins, by its file: every preset and number of seats. */
export const files = import.meta.glob<{ default: Played }>("../../fixtures/film/*-[0-9].json");
/** Games from the deal to the end. */
export const wholes = import.meta.glob<{ default: Played }>("../../fixtures/film/*-whole.json");
const facts = import.meta.glob<{ default: GameInfo[] }>("../../fixtures/film/games.json");
export const games = new Map((await Object.values(facts)[0]!()).default.map((one) => [one.game, one]));
