// Why a room can't be come to any more, from the code with which its line was closed for good.
import { api, reasonOf } from "../api";
import { NOT_HERE, SIGNED_OUT } from "../connection";
import { t } from "../words/words.svelte";

export async function whyGone(closed: number, room: string): Promise<string> {
  if (closed === NOT_HERE) return t("state.deadLink.text", { code: room });
  if (closed === SIGNED_OUT) return t("devices.signedOut");
  // A player who was asked to leave reads the host's word.
  return api.room(room).then(() => t("live.notYours"), reasonOf);
}
