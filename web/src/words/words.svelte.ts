// The words of the page. `t` is called in the markup, so a change of language changes the page.
import { CHAMPZ } from "../art/champz";
import { isSuit } from "../art/suits";
import {
  type Catalogue,
  catalogueOf,
  ENGLISH,
  english,
  type Counted,
  type Key,
  type Language,
  LANGUAGES,
} from "./catalogue";

export { type Language, LANGUAGES };

let catalogue = $state.raw<Catalogue>(ENGLISH);
let language = $state<Language>("en");

export async function speak(wanted: Language): Promise<void> {
  language = wanted;
  const found = wanted === "en" ? ENGLISH : await catalogueOf(wanted);
  if (language === wanted) catalogue = found;
  document.documentElement.lang = wanted;
}

export function spoken(): Language {
  return language;
}

/** A text in which no line ends between a number and its percent sign. */
export const unbroken = (text: string): string => text.replace(/(\d) %/g, "$1\u00a0%");

type Values = Record<string, string | number>;

/** A text with what stands in its braces. */
export const filled = (text: string, values: Values): string =>
  unbroken(text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)));

const textOf = (key: string): string | undefined => catalogue.texts[key] ?? english[key];

/** A sentence with what stands in its braces; in English if it is not translated. */
export const t = (key: Key, values: Values = {}): string => filled(textOf(key)!, values);

/** A text with a capital letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The title of a page. */
export const titled = (title: string): string => `${title} · ${t("app.title")}`;

/** A sentence about so many: in English `KEY.one` of one, else the form that the language has for the number. */
export const counted = (key: Counted, n: number, values: Values = {}): string => maybeCounted(key, n, values)!;

/** A sentence that may be missing: a game's own choice or kind, known by its name. */
export function maybe(key: string, values: Values = {}): string | null {
  const text = textOf(key);
  return text === undefined ? null : filled(text, values);
}

/** A sentence about so many that may be missing. */
export function maybeCounted(key: string, n: number, values: Values = {}): string | null {
  const form = catalogue.plurals[key]?.[catalogue.form(n)] ?? english[n === 1 ? `${key}.one` : key];
  return form === undefined ? null : filled(form, { n, ...values });
}

/** A number without what is behind its point: "64,000". */
export const whole = (n: number): string => new Intl.NumberFormat(language, { maximumFractionDigits: 0 }).format(n);

/** A number with one decimal: "2.5". */
export const tenths = (n: number): string =>
  n.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** The name of a bot's level: "keen". */
export const levelCalled = (level: string): string => maybe(`level.${level}`) ?? level;

/** A gain or loss: "+2", "−2". */
export function signed(n: number): string {
  const much = new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(Math.abs(n));
  return n > 0 ? `+${much}` : n < 0 ? `−${much}` : "0";
}

/** "4th" */
export function ordinal(n: number): string {
  const kind = new Intl.PluralRules(language, { type: "ordinal" }).select(n);
  return maybe(`ordinal.${kind}`, { n }) ?? t("ordinal.other", { n });
}

/** A language by its own name: "Italiano". */
export const languageCalled = (one: Language): string =>
  capital(new Intl.DisplayNames(one, { type: "language" }).of(one) ?? one);

/** "seven of spades"; a card of a game's own by its title. */
export function cardName(code: string): string {
  const suit = code.slice(-1);
  const rank = maybe(`one.${code.slice(0, -1)}`);
  if (code.startsWith("JK")) return t("card.diplomat");
  if (rank !== null && isSuit(suit)) return t("card.name", { rank, suit: t(`suit.${suit}`) });
  return CHAMPZ[code]?.title ?? code;
}

/** A sentence with the cards of a game's own by their titles: the server writes their codes. */
export const cardsNamed = (text: string): string =>
  text.replace(/(?<![\w-])[A-Z0-9]+(?:-[A-Z0-9]+)*(?![\w-])/g, (code) => CHAMPZ[code]?.title ?? code);

/** "jack"; a card without a rank by its name: a Diplomat's code begins like a jack's. */
export function rankName(code: string): string {
  return maybe(`one.${code.slice(0, -1)}`) ?? cardName(code);
}

const GLYPHS: Record<string, string> = { C: "♣", D: "♦", H: "♥", S: "♠" };

/** A share as a number of hundredths, with so many decimals. */
export function percent(share: number, decimals = 0): string {
  return (100 * share).toLocaleString(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** `7♥`, as sentences have it. */
export function cardShort(code: string): string {
  const suit = GLYPHS[code.slice(-1)];
  if (suit === undefined || code.length !== 2) return CHAMPZ[code]?.title ?? code;
  return (code.startsWith("T") ? "10" : code[0]) + suit;
}
