// The continents of a map: the player who leads in each, my own part of it, and the borders between them.
import { NOBODY } from "./owners";
import { outline, sharedEdges, type Box, type GameMap } from "./map";

export interface Lead {
  continent: GameMap["continents"][number];
  /** The number of its states. */
  of: number;
  /** The player with most of them: of equals me, then the first seat; NOBODY where no player has any. */
  seat: number;
  held: number;
  mine: number;
  /** The players who hold as much as the first. */
  even: readonly number[];
}

/** How each continent is held. */
export function leads(
  map: Pick<GameMap, "continents" | "states">,
  owners: Record<string, number>,
  me: number | null,
): Lead[] {
  return map.continents.map((continent) => {
    const inside = map.states.filter((state) => state.continent === continent.name).map((state) => owners[state.name]!);
    const held = (seat: number | null) => inside.filter((owner) => owner === seat && owner !== NOBODY).length;
    const seats = [...new Set(inside)].filter((owner) => owner !== NOBODY);
    const [seat = NOBODY] = seats.sort((a, b) => held(b) - held(a) || Number(b === me) - Number(a === me) || a - b);
    const even = seats.filter((other) => other !== seat && held(other) === held(seat));
    return { continent, of: inside.length, seat, held: held(seat), mine: held(me), even };
  });
}

/** The players beside the first in a badge, with what they hold: those who hold as much, and me; at most two. */
export function besides({ seat, held, mine, even }: Lead, me: number | null): { seat: number; n: number }[] {
  const mines = me !== null && me !== seat && mine > 0 && !even.includes(me) ? [{ seat: me, n: mine }] : [];
  return [...even.map((one) => ({ seat: one, n: held })), ...mines].slice(0, 2);
}

/** The measures of a badge, in pixels: a letter of its title, and its lines above and below the place of its label. */
const BADGE = { letter: 7.3, above: 12, below: 25, held: 84, mine: 110, row: 20 };

/** Where the players beside the first stand in a badge, in pixels: one in its row, two below it. */
export const besideAt = (i: number, n: number): { x: number; y: number } =>
  n > 1 ? { x: 36 * i, y: BADGE.row } : { x: 66, y: 0 };

/** So far a badge stays from the left edge of what is seen, in pixels. */
const EDGE = 6;

/** The place of a continent's badge on the map, whose left edge is seen; `unit`: map units for a pixel. */
export function badgeBox(lead: Lead, me: number | null, unit: number, left = -Infinity): Box {
  const { continent } = lead;
  const beside = besides(lead, me).length;
  const width = Math.max((continent.title.length + 3) * BADGE.letter, beside === 1 ? BADGE.mine : BADGE.held);
  const height = BADGE.above + BADGE.below + (beside > 1 ? BADGE.row : 0);
  const [at, y] = continent.label;
  // Of the whole map no badge is cut; one that has been moved out of sight stays there.
  const x = at > left - EDGE * 8 * unit ? Math.max(at, left + EDGE * unit) : at;
  return { x, y: y - BADGE.above * unit, width: width * unit, height: height * unit };
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
