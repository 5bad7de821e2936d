// A knockout in words and figures: who went where, and what split equal points. Pure.
import type { RoundSeat, RoundSeen } from "../schema";

/** The way of a player from a table to the next round's table. */
export interface Way {
  player: string;
  /** The round that they come from, from 0. */
  round: number;
}

/** The ways of all players who have gone on. */
export function waysOf(rounds: readonly RoundSeen[]): Way[] {
  return rounds.slice(1).flatMap((next, round) => {
    const there = next.tables.flatMap((table) => table.seats).filter((seat) => seat.player !== "");
    return there.map(({ player }) => ({ player, round }));
  });
}

export interface Duel {
  /** The number of the round. */
  round: number;
  /** The two with equal points, who goes on first. */
  seats: [RoundSeat, RoundSeat];
  /** I am the one who went on. */
  mine: boolean;
}

/** My last round in which somebody with my points went on and I did not, or the other way round. */
export function duelOf(rounds: readonly RoundSeen[], me: string): Duel | null {
  for (const round of rounds.toReversed()) {
    for (const { seats } of round.tables) {
      const own = seats.find((seat) => seat.player !== "" && seat.player === me);
      if (!own || own.difference === null) continue;
      const rivals = seats.filter((seat) => seat.points === own.points && seat.player !== "" && seat !== own);
      const other = own.goes_on ? rivals.find((seat) => !seat.goes_on) : rivals.findLast((seat) => seat.goes_on);
      if (!other || other.difference === own.difference) return null;
      return { round: round.number, seats: own.goes_on ? [own, other] : [other, own], mine: own.goes_on };
    }
  }
  return null;
}

/** "3, 2, 1, 0" */
export const pointsOf = (size: number): string => Array.from({ length: size }, (_, i) => size - 1 - i).join(", ");

/** The rounds in the order in which a narrow page has them: the one that is played, those before it, those to come. */
export function nearestFirst(rounds: readonly RoundSeen[]): RoundSeen[] {
  const begun = rounds.filter((one) => one.tables.length > 0).toReversed();
  return [...begun, ...rounds.filter((one) => one.tables.length === 0)];
}
