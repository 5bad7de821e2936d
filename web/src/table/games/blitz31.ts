// The worth of a hand of Blitz (31): the gauges beside it. The server says what counts; this only shows it.
import type { Suit } from "../../art/suits";
import type { View } from "../../wire";
import type { Tableau } from "../tableau";

/** An ace eleven, courts and tens ten, else the number. */
export function worth(code: string): number {
  const rank = code[0]!;
  return rank === "A" ? 11 : "KQJT".includes(rank) ? 10 : Number(rank);
}

/** The sum of each suit. */
export function suits(hand: readonly string[]): Record<Suit, number> {
  const sums: Record<Suit, number> = { S: 0, D: 0, H: 0, C: 0 };
  for (const code of hand) if (code !== "??") sums[code[1] as Suit] += worth(code);
  return sums;
}

/** The best suit and its sum. */
export function best(hand: readonly string[]): { suit: Suit; sum: number } {
  const [suit, sum] = Object.entries(suits(hand)).reduce((most, one) => (one[1] > most[1] ? one : most));
  return { suit: suit as Suit, sum };
}

/** The best that three of these four cards make. */
export function bestWith(hand: readonly string[], card: string): { suit: Suit; sum: number } {
  const all = [...hand, card];
  return all
    .map((_, drop) => best(all.filter((_, i) => i !== drop)))
    .reduce((most, one) => (one.sum > most.sum ? one : most));
}

/** The discard, while it lies: one that was taken or has not landed is none. */
export function discardOf(tableau: Tableau, view: View | null): string | null {
  const top = view?.piles.discard?.cards?.[0];
  return top !== undefined && tableau.get("discard")?.[0]?.code === top ? top : null;
}
