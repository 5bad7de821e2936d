// The words of the page lie in the one catalogue, where the terminal reads its own: src/threedown/language/LANGUAGE/page.json.
import en from "../../../src/threedown/language/en/page.json";

export type Key = keyof typeof en;
/** Those that say one of something otherwise. */
export type Counted = { [one in Key]: `${one}.one` extends Key ? one : never }[Key];
export type Catalogue = Record<Key, string>;
export type Language = "en" | "it";

export const english: Catalogue = en;

/** Italian is fetched where it is wanted. */
export async function catalogueOf(language: Language): Promise<Catalogue> {
  return language === "it" ? (await import("../../../src/threedown/language/it/page.json")).default : english;
}
