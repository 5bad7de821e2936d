// The cards of an open pile in a sentence.
import { cardName, counted } from "../words/words.svelte";

/** "Discard pile, 12 cards: 3 × Tackle, …": what lies most often comes first, then by name. */
export function listOf(codes: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(cardName(code), (counts.get(cardName(code)) ?? 0) + 1);
  const kinds = [...counts].sort(([a, many], [b, more]) => more - many || a.localeCompare(b));
  const cards = kinds.map(([name, n]) => (n > 1 ? `${n} × ${name}` : name)).join(", ");
  return cards && counted("note.listed", codes.length, { cards });
}
