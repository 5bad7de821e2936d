// The known cards of another's hand in Blitz (31): those that it took from the discards.
import { best, type Worth } from "./blitz31";

/**
 * What an open hand counts (`whole`); else the most that the known cards of one suit make, where two or more are; else
 * the last card that is known.
 */
export type Known = (Worth & { whole: boolean }) | { card: string } | null;

export function known(hand: readonly (string | null)[], trips?: number): Known {
  const open = hand.filter((one): one is string => one !== null);
  const { suit, sum } = best(open.length > 0 ? open : ["??"], trips);
  const whole = open.length > 1 && open.length === hand.length;
  const many = open.filter((one) => one[1] === suit).length > 1;
  if (whole || many) return { suit, sum, whole };
  const last = open.at(-1);
  return last === undefined ? null : { card: last };
}
