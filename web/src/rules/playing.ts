// A table against bots with the rules of an example or a lesson.
import { api } from "../api";
import { whoAmI } from "../navigation/visitor.svelte";
import type { GameInfo } from "../wire";

export interface BotTable {
  preset: string;
  options: Readonly<Record<string, unknown>>;
  seats: number;
  level: string;
}

/** Open and begin it; its address. */
export async function againstBots(info: GameInfo, { preset, options, seats, level }: BotTable): Promise<string> {
  await whoAmI();
  const bots = Object.fromEntries(Array.from({ length: seats - 1 }, (_, i) => [String(i + 1), level]));
  const { room, url } = await api.open({ game: info.game, preset, options: { ...options }, seats, bots });
  await api.start(room);
  return url;
}
