// The times in a table's head as text: those left for a choice, for a turn, and for a game by the clock.
import { ENDED } from "../film/still";
import { t } from "../words/words.svelte";
import { minutes } from "./company.svelte";
import type { Remaining } from "./Head.svelte";
import type { RoomData } from "./roomData";

export interface Times {
  /** Left for my choice. */
  choice: string | null;
  /** Of my choice and my turn, what is over first. */
  first: string | null;
  /** Left for the whole game, where the table has no words of its own for it. */
  lasts: Remaining | null;
}

export function timesOf({ clock, company = null, director }: RoomData, remaining: Remaining | null): Times {
  const choice = clock ?? (company?.clock ? minutes(company.clock.left) : null);
  const first = company?.clock && company.turn ? minutes(Math.min(company.clock.left, company.turn.left)) : choice;
  const left = director.view?.over || director.ended > ENDED.not ? null : (company?.timeLeft() ?? null);
  if (remaining || left === null) return { choice, first, lasts: remaining };
  const text = left === 0 ? t("table.lastTurn") : t("mine.timeLeft", { time: minutes(left) });
  return { choice, first, lasts: { text, short: left === 0 ? text : minutes(left) } };
}
