// The effect of touching a card: the choices that name it, its number among them, and its label.
import type { Target } from "../film/scene";
import type { View } from "../wire";
import { cardName, t } from "../words/words.svelte";
import type { OpenQuestion } from "./question.svelte";
import type { Choice } from "./choices";
import { seatOf } from "./tableau";
import type { Why } from "./whyNot";

export interface Touch {
  /** What a card is called, and what touching it does or why it does nothing; null where it only has a number. */
  label: string | null;
  found: readonly Choice[];
  /** Why the card, one of my hand, can't be played now; null where it can, or where nothing is to be played. */
  why: Why | null;
  digit: number | null;
  chosen: boolean;
}

interface Looking {
  view: View | null;
  me: number;
  phone: boolean;
  /** The card that was touched last: of equal ones it is the chosen one. */
  last: number | null;
}

/** What touching each card does, by slot. */
export function touches(
  asked: OpenQuestion,
  cards: readonly Target[],
  { view, me, phone, last }: Looking,
): Map<number, Touch> {
  const found = new Map<number, Touch>();
  const places = new Map<string, number>();
  const equal = new Map<string, number>();
  for (const { pile, slot } of cards) {
    const index = places.get(pile) ?? 0;
    places.set(pile, index + 1);
    const does = asked.touching(pile, slot.code, index);
    const why = pile === `hand ${me}` && slot.code !== null && does.length === 0 ? asked.whyNot(slot.code) : null;
    const numbered =
      asked.digits &&
      ((!phone && pile === `hand ${me}`) || (pile === "table" && does.some((one) => one.part.verb === "flip")));
    if (does.length === 0 && !numbered && !why) continue;
    let here = asked.raises(does);
    if (here && slot.code !== null) {
      const other = found.get(equal.get(`${pile} ${slot.code}`) ?? NaN);
      if (other && slot.id === last) other.chosen = false;
      here = !other || slot.id === last;
      if (here) equal.set(`${pile} ${slot.code}`, slot.id);
    }
    const count = view?.piles[pile]?.count ?? 0;
    const name = `${called(slot.code, seatOf(pile) === me)}${count > 1 ? `, ${t("card.place", { place: index + 1, n: count })}` : ""}`;
    found.set(slot.id, {
      label:
        does.length > 0 ? `${name}: ${does.map((one) => asked.label(one)).join(", ")}` : why && `${name}. ${why.text}`,
      found: does,
      why,
      digit: numbered ? index + 1 : null,
      chosen: here,
    });
  }
  return found;
}

/** "seven of spades, yours, face up" */
function called(code: string | null, mine: boolean): string {
  if (code === null) return t("card.down");
  return `${cardName(code)}${mine ? `, ${t("card.yours")}` : ""}, ${t("card.up")}`;
}
