// The end of a game by rounds or by the clock (BW-062 to BW-070): two dice after a turn end it if they don't exceed a limit.

const [FIRST, ENOUGH_CONQUESTS] = [4, 3];

export interface Ending {
  /** The highest sum of two dice that ends the game. */
  limit: number;
  chance: number;
  /** Three conquests: the game goes on after this turn. */
  spared: boolean;
}

/** Of 36 throws of two dice, how many do not exceed a sum. */
export function atMost(sum: number): number {
  let count = 0;
  for (let one = 1; one <= 6; one++) for (let two = 1; two <= 6; two++) if (one + two <= sum) count++;
  return count / 36;
}

/** The percentages that the source prints for limits from 4 on (ruling BW-R21). */
const PRINTED = [11, 17, 28, 42, 58, 72, 83, 92, 100];

/** Null where no turn of this round can end the game yet. `last` is the highest limit of the house rules, `seats` how
 * many sit at the table; `drawn`: the printed percentages count, not dice. */
export function ending(
  state: Readonly<Record<string, number>>,
  seats: number,
  last = 12,
  drawn = false,
): Ending | null {
  const { expired = 0, round_number: round = 0, turn_of: turn = 0, taken = 0 } = state;
  if (expired === 0) return null;
  const later = Array.from({ length: seats - turn - 1 }, (_, i) => turn + 1 + i).some(
    (seat) => (state[`states ${seat}`] ?? 0) > 0,
  );
  const over = round - expired + (later ? 0 : 1);
  if (over < 2) return null;
  const limit = Math.min(FIRST + over - 2, last);
  const chance = drawn ? PRINTED[limit - FIRST]! / 100 : atMost(limit);
  return { limit, chance, spared: taken >= ENOUGH_CONQUESTS };
}
