// From rules to a table.
import { api } from "../api";
import { settings } from "../settings.svelte";
import type { GameInfo } from "../wire";
import type { Question } from "./question";

/** A room with these rules, which somebody may have called something, in which friends may sit down; its address. */
export async function openRoom(
  info: GameInfo,
  { preset, options, seats }: Pick<Question, "preset" | "options" | "seats">,
  variant?: string,
): Promise<string> {
  const { room, url } = await api.open({ game: info.game, preset, options, seats, variant });
  await (await import("../fair/witness")).sit(room, { name: settings.name || undefined });
  return url;
}
