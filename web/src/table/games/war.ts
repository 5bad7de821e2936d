// The chances of my next card against one that lies: even for every card that no player has seen.

/** From the lowest; the ace is the highest. */
const ORDER = "23456789TJQKA";
const SUITS = 4;

export interface Chances {
  /** Of so many cards not seen yet. */
  unseen: number;
  higher: number;
  equal: number;
  lower: number;
}

/** Null where the pack is none of those with four suits and an ace on top. `seen` holds the names of all cards that lie open. */
export function against(code: string, seen: readonly string[], cards: number): Chances | null {
  const ranks = ORDER.slice(-cards / SUITS);
  const rank = code[0]!;
  if (code.length !== 2 || ranks.length * SUITS !== cards || !ranks.includes(rank)) return null;
  const open = new Set([...seen, code]);
  const left = (of: string) => SUITS - [...open].filter((one) => one[0] === of).length;
  const sum = (of: string) => [...of].reduce((all, one) => all + left(one), 0);
  const at = ranks.indexOf(rank);
  return {
    unseen: cards - open.size,
    higher: sum(ranks.slice(at + 1)),
    equal: left(rank),
    lower: sum(ranks.slice(0, at)),
  };
}
