// Odds of an assault, exact: every roll of the dice is counted. Ties are the defender's (BW-075), under the bomb the
// attacker's.

import { tenths } from "../words/words.svelte";

export interface Roll {
  /** Probability of each number of tanks that the defender loses; the attacker loses the others. */
  defenderLoses: number[];
}

const known = new Map<string, Roll>();

/** One roll of so many dice against so many: as many pairs as the smaller number, highest against highest. */
export function roll(attack: number, defend: number, bomb = false): Roll {
  const key = `${attack} ${defend} ${bomb}`;
  const before = known.get(key);
  if (before) return before;
  const pairs = Math.min(attack, defend);
  const counts = Array<number>(pairs + 1).fill(0);
  for (const [mine, often] of sorted(attack))
    for (const [theirs, times] of sorted(defend)) {
      let lost = 0;
      for (let i = 0; i < pairs; i++) if (mine[i]! > theirs[i]! || (bomb && mine[i] === theirs[i])) lost++;
      counts[lost]! += often * times;
    }
  const all = 6 ** (attack + defend);
  const found = { defenderLoses: counts.map((count) => count / all) };
  known.set(key, found);
  return found;
}

/** Every result of n dice from the highest down, and how often it comes. */
function sorted(n: number): [number[], number][] {
  const found = new Map<string, [number[], number]>();
  for (let code = 0; code < 6 ** n; code++) {
    const dice = Array.from({ length: n }, (_, i) => (Math.floor(code / 6 ** i) % 6) + 1).sort((a, b) => b - a);
    const key = dice.join("");
    found.set(key, [dice, (found.get(key)?.[1] ?? 0) + 1]);
  }
  return [...found.values()];
}

export const MOST_DICE = 3;

/** "99.9": to a tenth, but certain only where nothing else can happen. */
export const percent = (chance: number): string =>
  chance === 1 ? "100" : tenths(Math.min(999, Math.round(chance * 1000)) / 10);

export interface Assault {
  /** The probability that the state falls, if the attacker always rolls the maximum. */
  falls: number;
  /** The attacker's mean number of tanks left in the attacking state, if the target falls. */
  left: number;
}

/** An assault to the end: `attack` tanks, one of which stays behind, against `defend`, who rolls at most `most` dice. */
export function assault(attack: number, defend: number, most = MOST_DICE, bomb = false): Assault {
  const width = defend + 1;
  const falls = new Float64Array((attack + 1) * width);
  const left = new Float64Array((attack + 1) * width);
  for (let a = 1; a <= attack; a++) {
    falls[a * width] = 1;
    left[a * width] = a;
    for (let d = 1; d <= defend; d++) {
      const dice = Math.min(MOST_DICE, a - 1);
      if (dice < 1) continue;
      const against = Math.min(most, d);
      const pairs = Math.min(dice, against);
      roll(dice, against, bomb).defenderLoses.forEach((chance, lost) => {
        const then = (a - (pairs - lost)) * width + d - lost;
        falls[a * width + d]! += chance * falls[then]!;
        left[a * width + d]! += chance * left[then]!;
      });
    }
  }
  const chance = falls[attack * width + defend]!;
  return { falls: chance, left: chance > 0 ? left[attack * width + defend]! / chance : 0 };
}
