// The effect of a card of Blitz Champz, shown before it is played.
import { CHAMPZ } from "../../art/champz";
import type { Part, View } from "../../wire";
import { t } from "../../words/words.svelte";
import { partnersOf, scoreOf } from "../teams";

/** Null where the choice names no card of the game. A defence takes the card that was just placed. */
export function effectOf(part: Part, view: View | null, me: number, names: readonly string[]): string | null {
  const card = part.cards?.[0];
  const found = card === undefined ? undefined : CHAMPZ[card];
  if (!card || !found) return null;
  if (part.verb === "play" || part.verb === "blitz") {
    const n = scoreOf(view, me) + (found.points ?? 0);
    const key = `champz.${part.verb}` as const;
    return t(partnersOf(view, me).length > 0 ? `${key}.team` : key, { card, n, name: names[part.seat ?? 0] ?? "" });
  }
  if (part.verb === "use") return t("champz.use", { card, sub: part.effect ?? t(found.sub) });
  const hit = names.findIndex((_, seat) => seat !== me && view?.state[`just_played ${seat}`]);
  return t("champz.defend", { card, name: names[Math.max(0, hit)] ?? "" });
}
