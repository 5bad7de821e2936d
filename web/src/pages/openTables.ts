// The public rooms, the people who play and wait, and other lists, refreshed while the page is visible.
import { api } from "../api";
import type { CrowdSeen } from "../schema";
import type { Room } from "../wire";

const EVERY_MS = 10_000;

/** Pass on the answer to a question every so many milliseconds, until the returned function is called. */
export function watch<T>(ask: () => Promise<T>, hear: (found: T) => void, every = EVERY_MS): () => void {
  const look = () => {
    if (document.visibilityState === "visible") ask().then(hear, () => {}); // the next time, perhaps
  };
  const ticks = setInterval(look, every);
  return () => clearInterval(ticks);
}

export const watchTables = (hear: (rooms: Room[]) => void) => watch(api.openRooms, hear);

/** How many people play and wait: now, and every ten seconds. */
export function watchCrowd(hear: (crowd: CrowdSeen) => void): () => void {
  api.crowd().then(hear, () => {});
  return watch(api.crowd, hear);
}
