// The rules of a room in a few words: how long the game lasts, and how long a choice may take.
import type { Room } from "../wire";
import { counted, t } from "../words/words.svelte";

/** "30 seconds", "2 minutes" */
export const lasting = (seconds: number): string =>
  seconds < 60 ? t("room.seconds", { n: seconds }) : counted("room.minutes", seconds / 60);

export function termsOf(room: Pick<Room, "minutes" | "clock" | "options">): string[] {
  const rounds = Number(room.options.rounds ?? 0);
  return [
    room.minutes !== null ? counted("room.minutes", room.minutes) : rounds > 0 ? t("room.rounds", { n: rounds }) : "",
    room.clock ? t("room.each", { time: lasting(room.clock.choice / 1000) }) : t("room.untimed"),
    room.clock?.turn ? t("room.eachTurn", { time: lasting(room.clock.turn / 1000) }) : "",
  ].filter(Boolean);
}

/** The level of a bot that is added to a room. */
export const usualLevel = (levels: readonly string[]): string => (levels.includes("keen") ? "keen" : levels[0]!);
