// The wishes of the people at a table after the game, in a sentence: "Ann wants a rematch, 1 of 3".
import type { Room } from "../wire";
import { t } from "../words/words.svelte";

/** True in a window whose bar, or the line below it on a phone, has room for the wish: elsewhere it stands over the
 * table. */
export const barTellsWish = (width = 1280, height = 800): boolean => width < 600 || height >= 480;

/** How many people are here, those who have gone left out. */
const peopleHere = ({ seats }: Pick<Room, "seats">, me: number | null) =>
  seats.filter((one) => one.kind === "person" && (one.here || one.seat === me)).length;

/** How many of the people here want a rematch, once I do; null before. */
export function rematchOf(room: Pick<Room, "seats" | "wants">, me: number | null): { n: number; all: number } | null {
  const same = room.wants.filter((one) => one.want === "rematch");
  return same.some((one) => one.seat === me) ? { n: same.length, all: peopleHere(room, me) } : null;
}

/** The latest wish with the number of people here who have it; null if there is none. */
export function wishOf(room: Pick<Room, "seats" | "wants">, me: number | null): string | null {
  const last = room.wants.at(-1);
  if (!last) return null;
  const same = room.wants.filter((one) => one.want === last.want);
  const all = peopleHere(room, me);
  const names = same.map((one) => (one.seat === me ? t("table.you") : (room.seats[one.seat]?.name ?? "")));
  const whose = same.length > 1 ? "" : same[0]!.seat === me ? ".mine" : ".other";
  return t(`wish.${last.want}${whose}`, { names: names.join(", "), n: same.length, all });
}
