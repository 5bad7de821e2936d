import { expect, it } from "vitest";
import { catalogueModule } from "../../po";

/** A catalogue of a language with three forms: for 1; for 2 to 4, but not 12 to 14; for the rest. */
const POLISH = `
msgid ""
msgstr ""
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"

msgctxt "left"
msgid "{n} card left"
msgid_plural "{n} cards left"
msgstr[0] "{n} karta"
msgstr[1] "{n} karty"
msgstr[2] "{n} kart"

msgctxt "nav.play"
msgid "Play"
msgstr "Graj"

#, fuzzy
msgctxt "nav.lab"
msgid "Lab"
msgstr "a draft"

msgctxt "nav.rules"
msgid "Rules"
msgstr ""

msgid "Alaska"
msgstr "Alaska (PL)"
`;

it("a catalogue's module has what is translated, by key or by the English text, and the rule of its plurals", async () => {
  const written = `data:text/javascript,${encodeURIComponent(catalogueModule(POLISH))}`;
  const { texts, plurals, form } = await import(/* @vite-ignore */ written);
  expect(texts).toEqual({ "nav.play": "Graj", Alaska: "Alaska (PL)" });
  expect([1, 3, 12, 22, 5].map((n) => plurals.left[form(n)])).toEqual([
    "{n} karta",
    "{n} karty",
    "{n} kart",
    "{n} karty",
    "{n} kart",
  ]);
});
it("a rule that is more than arithmetic is refused: it becomes code", () =>
  expect(() => catalogueModule(POLISH.replace("(n==1 ? 0", "(alert(n) ? 0"))).toThrow("not a rule for plurals"));
