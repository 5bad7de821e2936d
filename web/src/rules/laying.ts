// A table laid by hand: the written cards, as piles, and as a view. Pure.
import type { View } from "../wire";
import "../words/late";

const CARD = /^(?:(?:[2-9TJQKA][CDHS])|(?:JK\d))$/i;

export type Piles = Readonly<Record<string, string>>;

export const cardsIn = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean);

/** The fault in a written table: a card that this game does not have, or one that lies there twice. */
export function mistake(
  piles: Piles,
  known: ReadonlySet<string>,
): { key: "rules.lay.unknown" | "rules.lay.twice"; card: string } | null {
  const there = new Set<string>();
  for (const card of Object.values(piles).flatMap(cardsIn)) {
    if (!CARD.test(card) && !known.has(card)) return { key: "rules.lay.unknown", card };
    if (there.has(card)) return { key: "rules.lay.twice", card };
    there.add(card);
  }
  return null;
}

/** The piles on which something lies. */
export const written = (piles: Piles): Record<string, string> =>
  Object.fromEntries(
    Object.entries(piles)
      .map(([pile, text]) => [pile, cardsIn(text).join(" ")])
      .filter(([, text]) => text !== ""),
  );

/** The view of a table, with other cards on it, as far as they are right, and other counters. */
export function viewOf(
  view: View,
  piles: Piles,
  known: ReadonlySet<string>,
  state: Readonly<Record<string, number>>,
): View {
  const there = new Set<string>();
  const lying = Object.keys(view.piles).map((pile) => {
    const cards = cardsIn(piles[pile] ?? "").filter(
      (card) => (CARD.test(card) || known.has(card)) && !there.has(card) && there.add(card),
    );
    return [pile, { count: cards.length, cards }];
  });
  return { ...view, piles: Object.fromEntries(lying) as View["piles"], state: { ...view.state, ...state } };
}
