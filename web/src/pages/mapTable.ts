// The table of a game on a map, loaded when such a game is played.
import { spoken } from "../words/words.svelte";

export async function loadMapTable(name: string) {
  const [{ default: MapTable }, { loadMap }] = await Promise.all([
    import("../map/MapTable.svelte"),
    import("../map/map"),
  ]);
  return { name, MapTable, map: await loadMap(name, spoken()) };
}
export type MapGround = Awaited<ReturnType<typeof loadMapTable>>;
