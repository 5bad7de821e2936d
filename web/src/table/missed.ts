// The turns that I missed: which they are, and each as a film of the table.
import type { PastTurn } from "../schema";
import type { StoryTurn } from "../story/turns";
import type { Entry } from "../film/still";
import type { Seen } from "./lastTurn";

/** The seat that played a turn. */
export const playerOf = ({ digest, lines }: Pick<Entry, "digest" | "lines">): number | null =>
  digest?.seat ?? lines.find((line) => line.seat !== null)?.seat ?? null;

/** The turns after the one that I saw last; and that one, if something happened in it after I left. */
export function missedTurns(log: readonly Entry[], past: readonly PastTurn[], seen: Seen): Entry[] {
  const left = past.find((one) => one.turn === seen.turn);
  const wentOn = left !== undefined && seen.seq >= 0 && left.seq > seen.seq;
  return log.filter((one) => one.turn > seen.turn || (wentOn && one.turn === seen.turn));
}

/** Past turns as the player of a finished game's story takes them. */
export function toldOf(past: readonly PastTurn[]): StoryTurn[] {
  return past.map(({ turn, seq, events, view }) => ({
    turn,
    seq,
    shares: view.shares,
    milestones: 0,
    pot: 0,
    events,
    steps: [{ seq, entry: null, turn, events, view, question: null }],
    view,
  }));
}
