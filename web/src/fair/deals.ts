// The data of deals that this browser has seen, kept so that the server can't change it later: the first version counts.
import type { Room } from "../wire";

const KEPT = "threedown.deals";
const MOST = 200;

export interface Deal {
  room: string;
  commitment: string;
  /** My part of the chance, the header that I saw before I revealed it, and the hash of the header that was dealt. */
  part?: string;
  frozen?: string;
  settled?: string;
  /** The seats whose parts did not come in time. */
  late?: number[];
  /** What does not fit. */
  wrong?: string;
}

function kept(): Deal[] {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]") as Deal[];
  } catch {
    return [];
  }
}

export const dealOf = (room: string): Deal | undefined => kept().find((one) => one.room === room);

export function keep(deal: Deal): void {
  const others = kept().filter((one) => one.room !== deal.room);
  localStorage.setItem(KEPT, JSON.stringify([...others, deal].slice(-MOST)));
}

/** Keeps the commitment of a room that waits for its deal. */
export function remember({ room, state, commitment }: Pick<Room, "room" | "state" | "commitment">): void {
  if (state === "waiting" && commitment && !dealOf(room)) keep({ room, commitment });
}
