// The commitment that this browser was shown before the cards were dealt: kept here, so that the house cannot change it later.
import type { Room } from "../wire";

const KEPT = "threedown.sealed";
const MOST = 200;

function kept(): [room: string, commitment: string][] {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]") as [string, string][];
  } catch {
    return [];
  }
}

/** Keeps what a room that still waits for its deal has promised: the first word counts. */
export function remember(room: Pick<Room, "room" | "state" | "commitment">): void {
  const all = kept();
  if (room.state !== "waiting" || !room.commitment || all.some(([name]) => name === room.room)) return;
  localStorage.setItem(KEPT, JSON.stringify([...all, [room.room, room.commitment]].slice(-MOST)));
}

export function promised(room: string): string | null {
  return kept().find(([name]) => name === room)?.[1] ?? null;
}
