// The state that decided a game by points: the smallest change of owner that would have changed the winner. Pure.
import { pointsOf, type GameMap } from "./map";

export interface Decision {
  state: string;
  /** The seat that would have won with it. */
  seat: number;
  /** That seat's points with it, and the winner's without. */
  points: readonly [with_: number, without: number];
}

/**
 * Return the winner's state of the fewest points that would have made another seat the winner; of equals the one that was
 * conquered last. Null if no single state would have, as after a game in which nobody else is left.
 */
export function decision(
  map: Pick<GameMap, "states" | "borders">,
  owners: Readonly<Record<string, number>>,
  scores: readonly number[],
  winner: number,
  conquered: readonly string[],
): Decision | null {
  const held = scores.map((_, seat) => map.states.some((one) => owners[one.name] === seat));
  const found = map.states
    .filter((one) => owners[one.name] === winner)
    .flatMap(({ name }) => {
      const worth = pointsOf(map, name);
      return scores.flatMap((score, seat) => {
        const others = scores.map((one, other) => (other === winner ? one - worth : other === seat ? -1 : one));
        return seat !== winner && held[seat] && score + worth > Math.max(...others)
          ? [{ state: name, seat, worth, points: [score + worth, scores[winner]! - worth] as const }]
          : [];
      });
    })
    .sort(
      (a, b) =>
        a.worth - b.worth ||
        conquered.lastIndexOf(b.state) - conquered.lastIndexOf(a.state) ||
        scores[b.seat]! - scores[a.seat]!,
    )[0];
  return found ? { state: found.state, seat: found.seat, points: found.points } : null;
}
