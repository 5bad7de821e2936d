// A map of states as the game's own data has it, and where its states lie on the page.

export interface MapState {
  name: string;
  title: string;
  continent: string;
  arm: "infantry" | "cavalry" | "cannon";
  label: [number, number];
  shape: number[][];
  borders: string[];
}

export interface GameMap {
  name: string;
  title: string;
  width: number;
  height: number;
  continents: { name: string; title: string; bonus: number; colour: string }[];
  states: MapState[];
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
