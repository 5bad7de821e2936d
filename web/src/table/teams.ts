// Teams, the order of play, and the goal of a race, as the view tells them.
import type { View } from "../wire";

type Seen = Pick<View, "told"> | null | undefined;

/** All teams; a seat that plays alone is a team of its own. */
export function teamsOf(view: Seen, seats: number): readonly (readonly number[])[] {
  const told = (view?.told?.teams as number[][] | undefined) ?? [];
  return told.length > 0 ? told : Array.from({ length: seats }, (_, seat) => [seat]);
}

/** The others who play with a seat. */
export const partnersOf = (view: Seen, seat: number): readonly number[] =>
  teamsOf(view, 0)
    .find((team) => team.includes(seat))
    ?.filter((other) => other !== seat) ?? [];

/** The seats from top to bottom, teams together: the others in order of play, then my partner, and I last. */
export function inLanes(teams: readonly (readonly number[])[], me: number, seats: number): number[] {
  const around = Array.from({ length: seats }, (_, i) => (me + 1 + i) % seats);
  const placed = new Set<number>();
  const [mine, others] = [teams.filter((team) => team.includes(me)), teams.filter((team) => !team.includes(me))];
  for (const seat of around) {
    const team = others.find((one) => one.includes(seat)) ?? [];
    for (const one of around.filter((other) => team.includes(other))) placed.add(one);
  }
  for (const seat of around) if (mine.some((team) => team.includes(seat))) placed.add(seat);
  return [...placed];
}

/**
 * The seat whose turn comes next, where there are more than two; null where it is plain, or after the last turn.
 * `turn` is the seat that is to choose, null between turns. `to_play` is that seat until it has acted, and then the next.
 */
export function nextOf(
  view: Pick<View, "state" | "over"> | null | undefined,
  turn: number | null,
  seats: number,
  last: boolean,
): number | null {
  const { to_play: now, counterclockwise: back = 0 } = view?.state ?? {};
  if (now === undefined || seats < 3 || view!.over || (turn !== null && last)) return null;
  return turn === now ? (now + (back ? seats - 1 : 1)) % seats : now;
}

/** The points of a seat and its partners. */
export const scoreOf = (view: View | null, seat: number): number =>
  [seat, ...partnersOf(view, seat)].reduce((sum, one) => sum + (view?.state[`points ${one}`] ?? 0), 0);

/** The points that win; `usual` where the view does not tell them yet. */
export const goalOf = (view: Seen, usual: number): number => Number(view?.told?.goal ?? usual);
