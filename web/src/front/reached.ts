// The front of two sides, from each side's holdings and the cards between them.
import { level, type Stake } from "./geometry";

export interface Held {
  mine: number;
  theirs: number;
  /** With what is at stake. */
  whole: number;
}

/** The far side's share after every turn; a half while both have nothing. */
export function farShares(history: readonly (readonly number[])[], far: number): number[] {
  return history.map((all) => {
    const sum = all.reduce((more, one) => more + one, 0);
    return sum > 0 ? all[far]! / sum : 0.5;
  });
}

/**
 * The far side's share if the near side wins what lies between them, and if it loses. While the sides lay card by card
 * in turn, both count as far as the one ahead, so that nothing trembles. `before` is the share with which the turn began.
 */
export function reached(before: number, held: Held): Stake {
  const theirs = before * held.whole - held.theirs;
  const mine = (1 - before) * held.whole - held.mine;
  const most = Math.max(theirs, mine) / held.whole;
  if (Math.abs(theirs - mine) <= 1) return { won: before - most, lost: before + most };
  const stake = held.whole - held.mine - held.theirs;
  return { won: held.theirs / held.whole, lost: (held.theirs + stake) / held.whole };
}

/** Between which heights a mouth may lie. */
export interface Gap {
  top: number;
  bottom: number;
}

/** The middle of an open mouth: where the front would move, kept within the gap between the rows of cards. */
export function middleOf(
  { won, lost }: Stake,
  front: { top: number; bottom: number; least: number },
  gap: Gap,
): number {
  const at = (level(won, front.top, front.bottom) + level(lost, front.top, front.bottom)) / 2;
  return within(at, { top: gap.top + front.least / 2, bottom: gap.bottom - front.least / 2 });
}

/** A height kept within a gap; within one that is too narrow its middle. */
export function within(y: number, { top, bottom }: Gap): number {
  return top > bottom ? (top + bottom) / 2 : Math.min(bottom, Math.max(top, y));
}
