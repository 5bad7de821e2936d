// Three notes on a game that is over: who led for how long, the biggest turn, and the luck of my dice. Pure.
import type { GameEvent } from "../wire";
import { roll } from "./odds";

/** Return, by seat, the turns after which a seat alone had most: from the first that changed anything, as before it the
 * players only placed their tanks. */
export function leads(history: readonly (readonly number[])[], seats: number): number[] {
  const found = Array<number>(seats).fill(0);
  const changed = history.findIndex((row) => row.some((n, seat) => n !== history[0]![seat]));
  for (const row of changed < 0 ? [] : history.slice(changed)) {
    const most = Math.max(...row);
    if (row.filter((one) => one === most).length === 1) found[row.indexOf(most)]!++;
  }
  return found;
}

/** Return all who ever led, with their turns, the longest first. */
export function leaders(
  history: readonly (readonly number[])[],
  names: readonly string[],
): { name: string; n: number }[] {
  return leads(history, names.length)
    .map((n, seat) => ({ n, name: names[seat] ?? "" }))
    .filter(({ n }) => n > 0)
    .sort((one, other) => other.n - one.n);
}

/** Return the turn in which a seat won most, the first of equals; null if nobody won anything. */
export function biggest(history: readonly (readonly number[])[]): { seat: number; n: number; turn: number } | null {
  let found: { seat: number; n: number; turn: number } | null = null;
  history.forEach((row, turn) => {
    const before = history[turn - 1];
    if (!before) return;
    row.forEach((now, seat) => {
      const n = now - (before[seat] ?? 0);
      if (n > (found?.n ?? 0)) found = { seat, n, turn };
    });
  });
  return found;
}

/** Return the tanks that a seat's rolls have destroyed, and the mean of as many rolls of as many dice. */
export function destroyed(events: readonly GameEvent[], seat: number): { n: number; mean: number } {
  const dice = (text: unknown) =>
    String(text ?? "")
      .split(" ")
      .filter(Boolean).length;
  const rolls = events.filter((one) => one.kind === "attack" && one.seat === seat);
  const mean = rolls.reduce((sum, one) => {
    const { defenderLoses } = roll(dice(one.attack), dice(one.defend), !!one.bomb);
    return sum + defenderLoses.reduce((all, chance, n) => all + n * chance, 0);
  }, 0);
  return { n: rolls.reduce((sum, one) => sum + Number(one.destroyed), 0), mean };
}
