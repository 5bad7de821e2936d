// The rules of a room in a few words: how long the game lasts, and how long a choice may take.
import type { Room } from "../wire";
import { counted, t } from "../words/words.svelte";

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];
/** From so many seconds for a choice on, a game is one with days a move. */
export const SLOW = 6 * HOUR;

/** "30 seconds", "2 minutes", "3 days": of units that are full, the largest; hours up to two days. */
export function lasting(seconds: number): string {
  if (seconds < MINUTE) return t("room.seconds", { n: seconds });
  if (seconds < HOUR) return counted("room.minutes", Math.floor(seconds / MINUTE));
  const days = seconds >= 2 * DAY || seconds === DAY;
  return days ? counted("room.days", Math.floor(seconds / DAY)) : counted("room.hours", Math.floor(seconds / HOUR));
}

/** The same in short: "5 h", "2 d". */
export function brief(seconds: number): string {
  if (seconds < MINUTE) return t("room.s", { n: seconds });
  if (seconds < HOUR) return t("room.min", { n: Math.floor(seconds / MINUTE) });
  const days = seconds >= 2 * DAY || seconds === DAY;
  return days ? t("room.d", { n: Math.floor(seconds / DAY) }) : t("room.h", { n: Math.floor(seconds / HOUR) });
}

/** A running clock: "0:23", "21:40", "1:02:05". */
export function ticking(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / MINUTE)];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(Math.floor(seconds % MINUTE))}`;
}

export function termsOf(room: Pick<Room, "minutes" | "clock" | "options">): string[] {
  const rounds = room.options.end_check === "conquest" ? 0 : Number(room.options.rounds ?? 0);
  return [
    room.minutes !== null ? counted("room.minutes", room.minutes) : rounds > 0 ? t("room.rounds", { n: rounds }) : "",
    room.clock ? t("room.each", { time: lasting(room.clock.choice / 1000) }) : t("room.untimed"),
    room.clock?.turn ? t("room.eachTurn", { time: lasting(room.clock.turn / 1000) }) : "",
  ].filter(Boolean);
}

/** The level of a bot where nobody has chosen one, of those that are offered, weakest first. */
export const usualLevel = (levels: readonly string[]): string => (levels.includes("keen") ? "keen" : levels.at(-1)!);
