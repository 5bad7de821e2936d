// The last turn that I saw in a room, kept in this browser: I have missed what came after it.
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
