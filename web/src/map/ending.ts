// The end of a game by rounds or by the clock (BW-062 to BW-070): two dice after a turn end it if they don't exceed a limit.

const [FIRST, ENOUGH_CONQUESTS] = [4, 3];

export interface Ending {
  /** The highest sum of two dice that ends the game. */
  limit: number;
  chance: number;
}

/** Of 36 throws of two dice, how many do not exceed a sum. */
export function atMost(sum: number): number {
  let count = 0;
  for (let one = 1; one <= 6; one++) for (let two = 1; two <= 6; two++) if (one + two <= sum) count++;
  return count / 36;
}

/** Null where this turn cannot end the game. `last` is the highest limit of the house rules, `seats` how many sit at the table. */
export function ending(state: Readonly<Record<string, number>>, seats: number, last = 12): Ending | null {
  const { expired = 0, round_number: round = 0, turn_of: turn = 0, taken = 0 } = state;
  if (expired === 0 || taken >= ENOUGH_CONQUESTS) return null;
  const later = Array.from({ length: seats - turn - 1 }, (_, i) => turn + 1 + i).some(
    (seat) => (state[`states ${seat}`] ?? 0) > 0,
  );
  const over = round - expired + (later ? 0 : 1);
  if (over < 2) return null;
  const limit = Math.min(FIRST + over - 2, last);
  return { limit, chance: atMost(limit) };
}
