// A map of states as the game's own data has it, and where its states lie on the page.

export interface MapState {
  name: string;
  title: string;
  continent: string;
  arm: "infantry" | "cavalry" | "cannon";
  label: [number, number];
  shape: number[][];
}

export interface GameMap {
  name: string;
  title: string;
  width: number;
  height: number;
  continents: { name: string; title: string; bonus: number; colour: string }[];
  states: MapState[];
  borders: [string, string][];
  /** Lines that show a border over the sea. */
  links: { between: [string, string]; line: number[] }[];
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The map's data, fetched apart from the page's script. */
export async function loadMap(name: string): Promise<GameMap> {
  const found =
    name === "duel"
      ? await import("../../../src/threedown/games/blitzwar/maps/duel.json")
      : await import("../../../src/threedown/games/blitzwar/maps/world.json");
  return found.default as unknown as GameMap;
}

/** A state's outline as an SVG path. */
export function outline(shape: readonly (readonly number[])[]): string {
  return shape
    .map((ring) => {
      let d = "";
      for (let i = 0; i < ring.length; i += 2) d += `${i ? "L" : "M"}${ring[i]} ${ring[i + 1]}`;
      return d + "Z";
    })
    .join("");
}

/** An edge that two states share. */
export interface Shared {
  states: [string, string];
  d: string;
}

/** The edges that states share, as they lie in the data: where owners differ they are fronts. */
export function sharedEdges(map: Pick<GameMap, "states">): Shared[] {
  const seen = new Map<string, string>();
  const found = new Map<string, Shared>();
  for (const { name, shape } of map.states)
    for (const ring of shape)
      for (let i = 0; i < ring.length; i += 2) {
        const [a, b] = [`${ring[i]} ${ring[i + 1]}`, `${ring[(i + 2) % ring.length]} ${ring[(i + 3) % ring.length]}`];
        const key = a < b ? `${a},${b}` : `${b},${a}`;
        const other = seen.get(key);
        if (other === undefined) seen.set(key, name);
        else if (other !== name) {
          const pair = `${other}|${name}`;
          const shared = found.get(pair) ?? { states: [other, name], d: "" };
          shared.d += `M${a}L${b}`;
          found.set(pair, shared);
        }
      }
  return [...found.values()];
}

/** A state's points: as many as it has borders. */
export function pointsOf(map: Pick<GameMap, "borders">, name: string): number {
  return map.borders.filter((pair) => pair.includes(name)).length;
}

/** The box around a state. */
export function boxOf(shape: readonly (readonly number[])[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of shape)
    for (let i = 0; i < ring.length; i += 2) {
      left = Math.min(left, ring[i]!);
      right = Math.max(right, ring[i]!);
      top = Math.min(top, ring[i + 1]!);
      bottom = Math.max(bottom, ring[i + 1]!);
    }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
