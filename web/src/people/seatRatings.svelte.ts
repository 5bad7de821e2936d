// The ratings of the players at a rated table, for what shows them beside names.
import { api } from "../api";
import type { RatingSeen } from "../schema";
import type { Room } from "../wire";

/** Whose ratings have been asked for: they change with the players, and when a game is over. */
let asked = "";
let found = $state.raw<readonly (RatingSeen | null)[]>([]);

/** Asks for the ratings of a table unless these players' are known or on their way. */
export function askRatings({ room, rated, state, seats }: Room): void {
  const key = [room, rated, state === "over", ...seats.map(({ name, kind, level }) => `${kind} ${name} ${level}`)].join(
    "\n",
  );
  if (key === asked) return;
  asked = key;
  found = [];
  if (!rated) return;
  api
    .seatRatings(room)
    .then((ratings) => asked === key && (found = ratings.map(({ rating }) => rating)))
    .catch(() => {}); // a table without numbers is still a table
}

export const ratingAt = (seat: number): RatingSeen | null => found[seat] ?? null;
