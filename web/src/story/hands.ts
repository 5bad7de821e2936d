// The hands that lie open in a turn of a story. Pure.
import type { View } from "../wire";

export interface OpenHand {
  seat: number;
  cards: readonly string[];
}

/** The hands whose cards are all known, by seat; none where nobody holds a known card. */
export function openHands(view: View, seats: number): OpenHand[] {
  const found = Array.from({ length: seats }, (_, seat) => ({ seat, cards: view.piles[`hand ${seat}`]?.cards }));
  const open = found.flatMap(({ seat, cards }) => (cards && !cards.includes("??") ? [{ seat, cards }] : []));
  return open.some(({ cards }) => cards.length > 0) ? open : [];
}
