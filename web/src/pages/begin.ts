// Open a table, with the usual rules if nothing else is said, at the press of a button, with me in the first seat.
import { whoAmI } from "../navigation/visitor.svelte";
import { usualLevel } from "../room/terms";
import { settings } from "../settings.svelte";
import type { GameInfo } from "../wire";

/** Open a table and go there. Bots take all other seats and it is dealt at once; with friends it waits for them. */
export async function begin(info: GameInfo, friends = false, preset = info.preset): Promise<void> {
  void import("./Live.svelte"); // while the room is opened
  const seats = info.presets.find((one) => one.name === preset)?.seats || info.seats[0];
  const level = usualLevel(info.offered);
  const bots = Object.fromEntries(Array.from({ length: seats - 1 }, (_, i) => [String(i + 1), level]));
  await whoAmI();
  const { openWithPart, start } = await import("../fair/witness");
  const sit = { name: settings.name || undefined, colour: settings.colour || undefined };
  const wish = { game: info.game, preset, sit };
  const { room, url } = await openWithPart({ ...wish, ...(friends ? { grows: true } : { seats, bots }) });
  if (!friends) await start(room);
  location.assign(url);
}
