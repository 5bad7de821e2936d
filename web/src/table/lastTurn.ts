// The last turn that I saw in a room, kept in this browser: I have missed the turns after it.
const KEY = "threedown seen";

interface Seen {
  room: string;
  turn: number;
}

/** Remember that I have seen a turn of a room's game. */
export function rememberTurn(room: string, turn: number): void {
  localStorage.setItem(KEY, JSON.stringify({ room, turn } satisfies Seen));
}

/** The turn of this room that I saw last; null if I was at another table since, or never here. */
export function lastTurnSeen(room: string): number | null {
  try {
    const seen = JSON.parse(localStorage.getItem(KEY) ?? "null") as Seen | null;
    return seen?.room === room ? seen.turn : null;
  } catch {
    return null;
  }
}
