// The public rooms, refreshed while the page is visible.
import { api } from "../api";
import type { Room } from "../wire";

const EVERY_MS = 10_000;

/** Passes on the public rooms every ten seconds, until the returned function is called. */
export function watchTables(hear: (rooms: Room[]) => void): () => void {
  const ask = () => {
    if (document.visibilityState === "visible") api.openRooms().then(hear, () => {}); // the next time, perhaps
  };
  const ticks = setInterval(ask, EVERY_MS);
  return () => clearInterval(ticks);
}
