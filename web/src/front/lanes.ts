// What lanes tell besides their cards: whose turn is seen, what others have taken, and who may still answer a score that wins.
import { skips } from "../table/events";
import { goalOf, partnersOf, scoreOf } from "../table/teams";
import type { GameEvent, View } from "../wire";

type Log = readonly { turn?: number; events: readonly GameEvent[] }[];

/** The seat whose turn an entry of the log tells: its first event is that player's. */
export const actingIn = (entry: Log[number] | undefined): number | null =>
  entry?.events.find((event) => event.seat !== undefined)?.seat ?? null;

/** The seats whose turn is skipped, from the card that does it until the turn that takes its place has been told. */
export const skippedIn = (log: Log): ReadonlySet<number> =>
  new Set(log.slice(-2).flatMap(({ events }) => events.flatMap((event) => (skips(event) ? event.seat! : []))));

/** The points that a seat has lost since its own last turn, if it has `points` now; `history` has everybody's after each
 * turn, from turn 0. */
export function lostSince(log: Log, history: readonly (readonly number[])[], seat: number, points: number): number {
  const own = log.findLast((entry) => actingIn(entry) === seat);
  return Math.max(0, (history[own?.turn ?? 0]?.[seat] ?? 0) - points);
}

/** Somebody has fewer points on the table than were counted: a card is just being taken away. */
export const isFalling = (tableau: ReadonlyMap<string, readonly unknown[]>, view: View | null, seat: number): boolean =>
  (tableau.get(`field ${seat}`)?.length ?? 0) < (view?.piles[`field ${seat}`]?.count ?? 0);

/** Who has the points that win, how many, and the one who may still take some away; null where nobody has. */
export function lastChance(view: View | null, usual: number): { leader: number; points: number; next: number } | null {
  if (!view || view.over) return null;
  const next = Number(view.state.to_play);
  const seats = view.shares.map((_, seat) => seat);
  const leader = seats.find(
    (seat) => scoreOf(view, seat) >= goalOf(view, usual) && !partnersOf(view, seat).includes(next),
  );
  return leader === undefined || leader === next ? null : { leader, points: scoreOf(view, leader), next };
}
