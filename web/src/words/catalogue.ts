// The words of the page lie beside the texts of the program: in English in src/threedown/language/en/page.json, by key;
// in other languages in their gettext catalogues. Those of page-late are for pages that load late: the lab, stories,
// ratings. `late.ts` adds them.
import en from "../../../src/threedown/language/en/page.json";
import type late from "../../../src/threedown/language/en/page-late.json";

type Every = keyof typeof en | keyof typeof late;
/** The keys of texts that say one of something otherwise. */
export type Counted = { [one in Every]: `${one}.one` extends Every ? one : never }[Every];
/** The keys of all other texts. */
export type Key = Exclude<Every, Counted | `${Counted}.one`>;
/** What `po.ts` makes of a gettext catalogue. */
export interface Catalogue {
  texts: Record<string, string>;
  /** The forms of a text that depends on a number. */
  plurals: Record<string, string[]>;
  /** Which of its forms a number takes. */
  form: (n: number) => number;
}
/** "en", "it": the name of a folder of catalogues. */
export type Language = string;

const FOLDER = "../../../src/threedown/language/";
const parts = import.meta.glob<Catalogue>("../../../src/threedown/language/*/page*.po");
const maps = import.meta.glob<Catalogue>("../../../src/threedown/language/*/maps.po");
const languageOf = (path: string): Language => path.slice(FOLDER.length).split("/")[0]!;

/** English, and every language that has a catalogue. */
export const LANGUAGES: readonly Language[] = ["en", ...new Set(Object.keys(parts).map(languageOf))];

export const english: Record<string, string> = { ...en };
export const ENGLISH: Catalogue = { texts: english, plurals: {}, form: (n) => Number(n !== 1) };

/** Other languages are fetched where they are wanted. */
export async function catalogueOf(language: Language): Promise<Catalogue> {
  const found = await Promise.all(
    Object.entries(parts).flatMap(([path, fetched]) => (languageOf(path) === language ? [fetched()] : [])),
  );
  return {
    texts: Object.assign({}, ...found.map((part) => part.texts)) as Catalogue["texts"],
    plurals: Object.assign({}, ...found.map((part) => part.plurals)) as Catalogue["plurals"],
    form: found[0]?.form ?? ENGLISH.form,
  };
}

/** English -> the name of a place on a map. */
export async function placesIn(language: Language): Promise<Record<string, string>> {
  return (await maps[`${FOLDER}${language}/maps.po`]?.())?.texts ?? {};
}
