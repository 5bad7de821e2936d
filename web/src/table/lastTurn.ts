// The last turn that I saw in a room, kept in this browser: I have missed what came after it.
import type { Entry } from "../film/still";
import type { Director } from "./director.svelte";

const KEY = "threedown seen";

/** A turn of a game that I have seen, up to this entry of its log; -1 where the entry is not known. */
export interface Seen {
  turn: number;
  seq: number;
}

/** Remember that I have seen a turn of a room's game. */
export function rememberTurn(room: string, { turn, seq }: Seen): void {
  localStorage.setItem(KEY, JSON.stringify({ room, turn, seq }));
}

/** The turn of this room that I saw last; null if I was at another table since, or never here. */
export function lastTurnSeen(room: string): Seen | null {
  try {
    const seen = JSON.parse(localStorage.getItem(KEY) ?? "null") as ({ room: string } & Partial<Seen>) | null;
    return seen?.room === room && seen.turn !== undefined ? { turn: seen.turn, seq: seen.seq ?? -1 } : null;
  } catch {
    return null;
  }
}

/** The turns from the one that I saw last to the one at which I came back; none if I saw all, or the game is over. */
export function playedAway(director: Director, seen: number | null, until: number): Entry[] {
  if (seen === null || director.ending !== null) return [];
  return director.log.filter((one) => one.turn >= seen && one.turn <= until);
}
