// The badge of the installed app: how many games wait for me.
import type { MyRoom } from "../wire";

/** Show how many of my games wait for me; a browser without badges shows nothing. */
export function showBadge(rooms: readonly MyRoom[]): void {
  const waiting = rooms.filter((room) => room.waits).length;
  void navigator.setAppBadge?.(waiting).catch(() => {}); // 0 takes it away; a page that is not installed may not
}
