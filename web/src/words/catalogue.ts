// The words of the page lie in the one catalogue, where the terminal reads its own: src/threedown/language/LANGUAGE/page.json.
// Those of page-late.json are for pages that load late: the lab, stories, ratings. `late.ts` adds them.
import en from "../../../src/threedown/language/en/page.json";
import type late from "../../../src/threedown/language/en/page-late.json";

export type Key = keyof typeof en | keyof typeof late;
/** Those that say one of something otherwise. */
export type Counted = { [one in Key]: `${one}.one` extends Key ? one : never }[Key];
export type Catalogue = Record<Key, string>;
export type Language = "en" | "it";

export const english = { ...en } as Catalogue;

/** Italian is fetched where it is wanted. */
export async function catalogueOf(language: Language): Promise<Catalogue> {
  if (language === "en") return english;
  const [{ default: page }, { default: late }] = await Promise.all([
    import("../../../src/threedown/language/it/page.json"),
    import("../../../src/threedown/language/it/page-late.json"),
  ]);
  return { ...page, ...late };
}
