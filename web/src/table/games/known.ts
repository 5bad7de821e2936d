// The known cards of another's hand in Blitz (31): those that it took from the discards.
import type { Suit } from "../../art/suits";
import { best } from "./blitz31";

/**
 * What an open hand counts (`whole`); else the most that the known cards of one suit make, where two or more are; else
 * the last card that is known.
 */
export type Known = { suit: Suit; sum: number; whole: boolean } | { card: string } | null;

export function known(hand: readonly (string | null)[]): Known {
  const open = hand.filter((one): one is string => one !== null);
  const { suit, sum } = best(open.length > 0 ? open : ["??"]);
  const whole = open.length > 1 && open.length === hand.length;
  const many = open.filter((one) => one[1] === suit).length > 1;
  if (whole || many) return { suit, sum, whole };
  const last = open.at(-1);
  return last === undefined ? null : { card: last };
}

/** A hand whose cards all lie open. */
export interface OpenHand {
  seat: number;
  cards: readonly string[];
}

/** The hands of a showdown: nobody who holds cards hides one. Otherwise none. */
export function openHands(hands: readonly (readonly (string | null)[])[]): OpenHand[] {
  const held = hands.map((cards, seat) => ({ seat, cards })).filter(({ cards }) => cards.length > 0);
  const open = held.every(({ cards }) => cards.length > 2 && !cards.includes(null) && !cards.includes("??"));
  return open && held.length > 1 ? (held as OpenHand[]) : [];
}
