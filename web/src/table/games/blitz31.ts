// The worth of a hand of Blitz (31): the gauges beside it. The server says what counts; this only shows it.
import type { Suit } from "../../art/suits";
import type { View } from "../../wire";
import type { Tableau } from "../tableau";

/** An ace eleven, courts and tens ten, else the number. */
export function worth(code: string): number {
  const rank = code[0]!;
  return rank === "A" ? 11 : "KQJT".includes(rank) ? 10 : Number(rank);
}

/** What three of a kind are worth where the rules say nothing else. */
const TRIPS = 30;

/** What three of a kind are worth by the rules of a room; nothing but their suits where that is 0. */
export function tripsOf(options: Record<string, unknown> | undefined): number {
  const said = options?.three_of_a_kind;
  return said === undefined ? TRIPS : Number(said) || 0;
}

/** True if a room plays for a pot: then what a player has left are chips, not lives. */
export const playsForPot = (options: Record<string, unknown> | undefined): boolean => Number(options?.ante ?? 0) > 0;

/** The worth of a hand: its best suit, or null for three of a kind. */
export interface Worth {
  suit: Suit | null;
  sum: number;
}

/** The sum of each suit; of a hand that still has a card to discard, of three cards at most. */
export function suits(hand: readonly string[]): Record<Suit, number> {
  const sums: Record<Suit, number> = { S: 0, D: 0, H: 0, C: 0 };
  for (const suit of Object.keys(sums) as Suit[])
    sums[suit] = hand
      .filter((code) => code !== "??" && code[1] === suit)
      .map(worth)
      .sort((one, other) => other - one)
      .slice(0, 3)
      .reduce((sum, one) => sum + one, 0);
  return sums;
}

const without = (hand: readonly string[]) => hand.map((_, drop) => hand.filter((_, i) => i !== drop));

/** The best that three cards of a hand make. */
export function best(hand: readonly string[], trips = TRIPS): Worth {
  const [suit, sum] = Object.entries(suits(hand)).reduce((most, one) => (one[1] > most[1] ? one : most));
  const threes = hand.length > 3 ? without(hand) : [hand];
  const alike = threes.some(
    (three) => three.length === 3 && three[0] !== "??" && three.every((code) => code[0] === three[0]![0]),
  );
  return alike && trips > sum ? { suit: null, sum: trips } : { suit: suit as Suit, sum };
}

/** The best that three of these four cards make. */
export const bestWith = (hand: readonly string[], card: string, trips = TRIPS): Worth => best([...hand, card], trips);

/** The discard, while it lies: one that was taken or has not landed is none. */
export function discardOf(tableau: Tableau, view: View | null): string | null {
  const top = view?.piles.discard?.cards?.[0];
  return top !== undefined && tableau.get("discard")?.[0]?.code === top ? top : null;
}
