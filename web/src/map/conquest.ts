// The conquered state, and the direction of its new colour, found from the owners before and after.
import type { GameMap } from "./map";

export interface Conquest {
  name: string;
  was: number;
  now: number;
  /** The origin of the colour: the conqueror's nearest state, in units of the map. */
  at: readonly [number, number];
  /** The distance it travels from there. */
  reach: number;
}

/** Null where nothing has fallen, or so much at once that it is another table. */
export function conquered(
  map: Pick<GameMap, "states">,
  before: Record<string, number>,
  after: Record<string, number>,
): Conquest | null {
  const fallen = map.states.filter(({ name }) => before[name] !== undefined && before[name] !== after[name]);
  const [state] = fallen;
  if (!state || fallen.length > 1) return null;
  const now = after[state.name]!;
  const away = ([x, y]: readonly number[]) => Math.hypot(x! - state.label[0], y! - state.label[1]);
  const near = map.states
    .filter((one) => one !== state && after[one.name] === now)
    .sort((a, b) => away(a.label) - away(b.label))[0];
  const at: readonly [number, number] = near ? [near.label[0], near.label[1]] : [state.label[0], state.label[1]];
  const farthest = (ring: readonly number[]) =>
    Math.max(...ring.map((x, i) => (i % 2 ? 0 : Math.hypot(x - at[0], ring[i + 1]! - at[1]))));
  return { name: state.name, was: before[state.name]!, now, at, reach: Math.max(...state.shape.map(farthest)) };
}
