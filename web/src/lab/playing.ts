// Open a table with the rules of the lab.
import { settings } from "../settings.svelte";
import type { GameInfo } from "../wire";
import type { Question } from "./question";

/** A room with these rules, which somebody may have called something, in which friends may sit down; its address. */
export async function openRoom(
  info: GameInfo,
  { preset, options, seats }: Pick<Question, "preset" | "options" | "seats">,
  variant?: string,
): Promise<string> {
  const { openWithPart } = await import("../fair/witness");
  const sit = { name: settings.name || undefined };
  return (await openWithPart({ game: info.game, preset, options, seats, variant, sit })).url;
}
