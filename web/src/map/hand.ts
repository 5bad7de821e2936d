// The cards of my hand on the panel: which of them are outlined, what they bring, and how wide each is. Pure.
import { trades } from "./actions";
import type { Board } from "./board.svelte";
import type { Orders } from "./orders.svelte";
import { bestTris, worth } from "./tris";

/** The cards of the set that the lit button trades; where nothing is traded now, of the best set of the hand. */
export function litSet(board: Board, orders: Orders): readonly string[] {
  if (orders.verb === "trade") return trades(board, orders)[0]?.part.cards ?? [];
  const own = board.hand.map((card) => board.forOwn([card]));
  return bestTris(board.hand.map(board.armOf), board.sets, own)?.cards.map((i) => board.hand[i]!) ?? [];
}

/** The tanks of a set as a sum: for the three cards, and for own states on them ("10 + 6"). */
export function bringing(board: Board, cards: readonly string[]): string {
  const own = board.forOwn(cards);
  return `${worth(cards.map(board.armOf), board.sets)}${own > 0 ? ` + ${own}` : ""}`;
}

/** The widest card, the narrowest that a finger hits and the narrowest for a mouse, and what stays to be hit of one that
 * another overlaps, in pixels. */
const [WIDEST, NARROWEST, NARROW, LEAST] = [64, 44, 40, 24];

/** How wide each of `n` cards is and how far apart they lie, so that all of them have room: cards of the least width
 * overlap; in pixels. */
export function cardsIn(n: number, room: number, gap: number, touch: boolean): { width: number; gap: number } {
  const fits = Math.floor((room + gap) / Math.max(1, n)) - gap;
  const width = Math.max(touch ? NARROWEST : NARROW, Math.min(WIDEST, fits));
  const between = n > 1 ? Math.floor((room - n * width) / (n - 1)) : gap;
  return { width, gap: Math.max(LEAST - width, Math.min(gap, between)) };
}
