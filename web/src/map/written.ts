// Sentences about the map: the server writes states and jokers as they are chosen by.
import "../words/late";
import { t } from "../words/words.svelte";
import { titled, type GameMap } from "./map";

const JOKER = /\bJK[12]\b/g;

/** A sentence with states by their titles, and jokers in words. */
export const inWords = (map: Pick<GameMap, "states">, text: string): string =>
  titled(map, text).replace(JOKER, t("order.joker"));
