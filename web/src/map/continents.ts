// The continents of a map: the player who leads in each, my own part of it, and the borders between them.
import { outline, sharedEdges, type GameMap } from "./map";

export interface Lead {
  continent: GameMap["continents"][number];
  /** The number of its states. */
  of: number;
  /** The player with most of them: of equals me, then the first seat. */
  seat: number;
  held: number;
  mine: number;
}

/** How each continent is held. */
export function leads(
  map: Pick<GameMap, "continents" | "states">,
  owners: Record<string, number>,
  me: number | null,
): Lead[] {
  return map.continents.map((continent) => {
    const inside = map.states.filter((state) => state.continent === continent.name).map((state) => owners[state.name]!);
    const held = (seat: number | null) => inside.filter((owner) => owner === seat).length;
    const seat = [...new Set(inside)].sort(
      (a, b) => held(b) - held(a) || Number(b === me) - Number(a === me) || a - b,
    )[0]!;
    return { continent, of: inside.length, seat, held: held(seat), mine: held(me) };
  });
}

/** The land borders between continents, as a path. */
export function inland(map: Pick<GameMap, "states">): string {
  const continent = new Map(map.states.map((one) => [one.name, one.continent]));
  return sharedEdges(map)
    .filter(({ states: [a, b] }) => continent.get(a) !== continent.get(b))
    .map((edge) => edge.d)
    .join("");
}

/** The continents that a player holds whole, as paths. */
export function wholes(map: Pick<GameMap, "states">, leads: readonly Lead[]): { seat: number; d: string }[] {
  return leads
    .filter((one) => one.held === one.of)
    .map(({ seat, continent }) => ({
      seat,
      d: map.states
        .filter((state) => state.continent === continent.name)
        .map((state) => outline(state.shape))
        .join(""),
    }));
}
