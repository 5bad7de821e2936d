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

/** The widest card, and the narrowest that a finger hits, in pixels. */
const [WIDEST, NARROWEST] = [64, 44];

/** How wide each of `n` cards is, so that all of them lie in a room with gaps between them, in pixels. */
export const cardWidth = (n: number, room: number, gap: number): number =>
  Math.max(NARROWEST, Math.min(WIDEST, Math.floor((room + gap) / Math.max(1, n)) - gap));
