// A table from the press of a button: opened by the usual rules, with me on the first seat.
import { api } from "../api";
import { whoAmI } from "../going/who.svelte";
import { settings } from "../settings.svelte";
import type { GameInfo } from "../wire";

/** Open a table and go there. Bots take all other seats and it is dealt at once; with friends it waits for them. */
export async function begin(info: GameInfo, friends = false): Promise<void> {
  void import("./Live.svelte"); // while the room is opened
  const seats = info.presets.find((one) => one.name === info.preset)?.seats || info.seats[0];
  const level = info.levels.at(-1)!;
  const bots = Object.fromEntries(Array.from({ length: seats - 1 }, (_, i) => [String(i + 1), level]));
  await whoAmI();
  const wish = { game: info.game, preset: info.preset };
  const { room, url } = await api.open(friends ? { ...wish, grows: true } : { ...wish, seats, bots });
  const { sit, start } = await import("../fair/witness");
  await sit(room, { name: settings.name || undefined, colour: settings.colour || undefined });
  if (!friends) await start(room);
  location.assign(url);
}
