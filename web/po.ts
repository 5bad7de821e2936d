// Gettext catalogues as modules: a translation by its context (a key of the page) or by its English text, and the rule of
// the language's plurals. What is not translated, or only as a draft, is left out.
import { type GetTextTranslation, po } from "gettext-parser";

const RULE = /^\s*nplurals\s*=\s*\d+\s*;\s*plural\s*=([n\d\s()!=<>&|?:%]+);?\s*$/; // the part of C that gettext's rules use

export function catalogueModule(text: string): string {
  const { headers, translations } = po.parse(text);
  const rule = RULE.exec(headers["Plural-Forms"] ?? "")?.[1];
  if (!rule) throw new Error(`not a rule for plurals: ${headers["Plural-Forms"]}`);
  const entries = Object.values(translations).flatMap((context) => Object.values(context));
  const done = entries.filter(
    ({ msgid, msgstr, comments }) => msgid && msgstr.every(Boolean) && !comments?.flag?.includes("fuzzy"),
  );
  const key = ({ msgctxt, msgid }: GetTextTranslation) => msgctxt ?? msgid;
  const one = done.filter((entry) => !entry.msgid_plural).map((entry) => [key(entry), entry.msgstr[0]]);
  const counted = done.filter((entry) => entry.msgid_plural).map((entry) => [key(entry), entry.msgstr]);
  return [
    `export const texts = ${JSON.stringify(Object.fromEntries(one))};`,
    `export const plurals = ${JSON.stringify(Object.fromEntries(counted))};`,
    `export const form = (n) => Number(${rule});`,
  ].join("\n");
}

export const catalogues = () => ({
  name: "gettext",
  transform: (text: string, id: string) =>
    id.endsWith(".po") ? { code: catalogueModule(text), map: null } : undefined,
});
