// The chips of each seat: its bet on the front, what is laid beside it, and the mouth that tells what it has gained.
import type { Question, View } from "../wire";
import type { Counting } from "./still";

export interface Bet {
  /** Chips bet, and those bet on a tie. */
  sum: number;
  tie: number;
  /** Chips that a war adds. */
  raised: number;
  /** Chips that the house lays beside them. */
  paid: number;
  lies: "name" | "front" | "house";
  /** The front opens before the seat: a mouth for its question or its result. */
  open: boolean;
  /** The chips gained in the round on the table, once that is told. */
  gain: number | null;
}

export type Bets = ReadonlyMap<number, Bet>;

/** A game without bets. */
export const NO_BETS: Bets = new Map();

export const betOf = (sum: number, tie: number): Bet => ({
  sum,
  tie,
  raised: 0,
  paid: 0,
  lies: "front",
  open: false,
  gain: null,
});

/** The bets with one of them changed. */
export function withBet(bets: Bets, seat: number, change: (bet: Bet) => Bet): Bets {
  const bet = bets.get(seat);
  return bet ? new Map(bets).set(seat, change(bet)) : bets;
}

/** The chips that a seat has gained in the round of a view. */
export const gainOf = ({ state }: View, seat: number, { unit = 1 }: Counting): number =>
  (state[`last ${seat}`] ?? 0) / unit;

/** True if a seat's bet is still open in a view. */
export const isOpen = ({ state }: View, seat: number): boolean => (state[`bet ${seat}`] ?? 0) > 0;

/** The bets as a view has them; those that are the same stay the same objects. */
export function settledBets(before: Bets, view: View, question: Question | null, counting: Counting): Bets {
  if (!("bet 0" in view.state)) return NO_BETS;
  const after = new Map<number, Bet>();
  for (let seat = 0; `bet ${seat}` in view.state; seat++) {
    const [sum, tie] = [view.state[`bet ${seat}`]!, view.state[`tie_bet ${seat}`] ?? 0];
    const holds = (view.piles[`hand ${seat}`]?.count ?? 0) > 0;
    const was = before.get(seat);
    if (sum > 0) {
      const bet = was?.lies === "front" && was.sum === sum ? was : betOf(sum, tie);
      const open = holds && question?.seat === seat;
      after.set(seat, bet.open === open && bet.tie === tie ? bet : { ...bet, open, tie });
    } else if (holds) after.set(seat, told(was, gainOf(view, seat, counting)));
  }
  return after;
}

/** A bet that is settled: its chips are gone, and its gain stands at its cards. */
function told(was: Bet | undefined, gain: number): Bet {
  if (was?.gain === gain && was.sum === 0 && !was.open) return was;
  return { ...betOf(0, 0), lies: "name", gain };
}
