// My rounds of a game against the house, from the gains after each and the log: what each brought, streaks, and what was bet.
import type { Entry } from "../film/still";
import type { Drama, View } from "../wire";
import { bets, opensBattle } from "./events";

export interface Round {
  gain: number;
  /** I went to war. */
  war: boolean;
}

/** The rounds of a seat so far; `gains` are those of all seats after each turn, the deal's first. */
export function roundsOf(
  gains: readonly (readonly number[])[],
  log: readonly Entry[],
  seat: number,
  drama: Drama,
): Round[] {
  const wars = new Set(
    log.flatMap(({ turn, events }) =>
      events.some((event) => event.seat === seat && opensBattle(drama, event)) ? [turn] : [],
    ),
  );
  const all = gains
    .slice(1)
    .map((row, i) => ({ gain: (row[seat] ?? 0) - (gains[i]![seat] ?? 0), war: wars.has(i + 1) }));
  // The round that runs has brought nothing yet.
  return all.at(-1)?.gain === 0 ? all.slice(0, -1) : all;
}

/** How many rounds in a row the seat has won up to the last one; below 0: lost. */
export function streakOf(rounds: readonly Round[]): number {
  const sign = Math.sign(rounds.at(-1)?.gain ?? 0);
  const other = rounds.findLastIndex((one) => Math.sign(one.gain) !== sign);
  return sign * (rounds.length - 1 - other) || 0;
}

/** The chips that a seat has bet in all, on the cards and on ties; null where the log does not have every turn. */
export function stakedBy(
  log: readonly Entry[],
  turns: number,
  seat: number,
  drama: Drama,
): { bet: number; tie: number } | null {
  const told = new Set(log.map((one) => one.turn));
  for (let turn = 1; turn <= turns; turn++) if (!told.has(turn)) return null;
  const own = log.flatMap((one) => one.events).filter((event) => event.seat === seat && bets(drama, event));
  const sum = (key: string) => own.reduce((all, event) => all + Number(event[key] ?? 0), 0);
  return { bet: sum("bet"), tie: sum("tie") };
}

/** My chance to win in a sentence, empty while it is not known; null in games that do not tell it. */
export function outlookOf(view: View | null, seat: number): string | null {
  return (view?.told?.outlook as string[] | undefined)?.[seat] ?? null;
}
