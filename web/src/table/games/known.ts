// The known cards of another's hand in Blitz (31): those that it took from the discards.
import type { Suit } from "../../art/suits";
import { best } from "./blitz31";

/** The most that the known cards of one suit make, where two or more are; else the last card that is known. */
export type Known = { suit: Suit; sum: number } | { card: string } | null;

export function known(hand: readonly (string | null)[]): Known {
  const open = hand.filter((one): one is string => one !== null);
  const { suit, sum } = best(open.length > 0 ? open : ["??"]);
  const many = open.filter((one) => one[1] === suit).length > 1;
  if (many) return { suit, sum };
  const last = open.at(-1);
  return last === undefined ? null : { card: last };
}
