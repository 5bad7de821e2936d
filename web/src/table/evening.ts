// The wins of an evening: the games that the same players have played at one table, kept in this browser.

const KEPT = "threedown evening";
/** An evening ends so many milliseconds after its last game. */
const LASTS = 12 * 3600 * 1000;

interface Kept {
  table: string;
  at: number;
  /** The winners of each game, by its room: a game that is looked at again counts once. */
  games: Record<string, readonly number[]>;
}

function kept(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Partial<Kept>;
  } catch {
    return {};
  }
}

/** Add a game to the evening of its table, and return each seat's wins; another table begins a new evening. */
export function addGame(
  table: string,
  room: string,
  seats: number,
  winners: readonly number[],
  now = Date.now(),
): number[] {
  const before = kept();
  const goes = before.table === table && now - (before.at ?? 0) < LASTS;
  const games = { ...(goes ? before.games : {}), [room]: winners };
  localStorage.setItem(KEPT, JSON.stringify({ table, at: now, games } satisfies Kept));
  return Array.from({ length: seats }, (_, seat) => Object.values(games).filter((won) => won.includes(seat)).length);
}
