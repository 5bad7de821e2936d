// The film of a table as it is drawn: frame by frame; the page is laid out again only if more than places change.
import type { Card, FrontTarget, Scene } from "../film/scene";

/** How the front is shown: its present as a share of where it is drawn, the turns to the right, how open its mouth is. */
export interface FrontShown {
  along: number;
  turns: number;
  open: number;
}

/** The elements of a card do not change. */
const isAlike = (a: Card, b: Card) => a.target === b.target && a.code === b.code && a.owner === b.owner && a.z === b.z;

export class Stage {
  /** The cards that have an element. */
  cast = $state.raw<readonly Card[]>([]);
  /** How wide the mouth opens at most in what moves now. */
  mouth = $state(0);
  /** The front while it draws back over the whole game. */
  back = $state.raw<FrontTarget>();
  /** The end has let the cards go. */
  left = $state(false);

  readonly #elements = new Map<number, (card: Card) => void>();
  readonly #shown = new Map<number, Card>();

  /** A card's element is there, or no longer. */
  element(id: number, show: ((card: Card) => void) | null): void {
    if (show) this.#elements.set(id, show);
    else this.#elements.delete(id);
  }

  /** Shows a scene; returns how the front is shown. */
  show({ cards, front, table }: Scene): FrontShown {
    this.left = table === 0;
    const drawsBack = front.moves && front.from.whole !== front.target.whole;
    if (this.back?.whole !== (drawsBack ? front.whole : undefined)) this.back = drawsBack ? front : undefined;
    if (cards.length !== this.cast.length || cards.some((one, i) => !isAlike(one, this.cast[i]!))) this.cast = cards;
    else {
      for (const card of cards) {
        const { id } = card.target.slot;
        if (card.moves || this.#shown.get(id)?.moves) this.#elements.get(id)?.(card);
        this.#shown.set(id, card);
      }
    }
    const most = Math.max(front.target.wide, front.moves ? front.from.wide : 0);
    if (most !== this.mouth) this.mouth = most;
    return {
      along: drawsBack ? 1 : front.now / front.target.now,
      turns: front.target.length - front.length,
      open: most > 0 ? front.wide / most : 1,
    };
  }
}
