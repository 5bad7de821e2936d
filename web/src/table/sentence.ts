// A sentence taken apart: its words, and the cards that it names by their notation.
import { unbroken } from "../words/words.svelte";

export interface SentencePart {
  /** Words; beside a card the marks that stay on its line. */
  text: string;
  code: string | null;
}

const GLYPHS: Record<string, string> = { "♣": "C", "♦": "D", "♥": "H", "♠": "S" };
/** A card with its suit drawn or as a letter, or one of a pack of its own; "Rushing TD" names no ten of diamonds. */
const CARDS =
  /((?:10|[2-9JQKA])[♣♦♥♠]|(?<![\w-]|Rushing |Passing )(?:[2-9TJQKA][CDHS]|JK[12])(?![\w-])|(?<![\w-])(?:[A-Z0-9]+(?:-[A-Z0-9]+)+|CONVERSION|TACKLE|INTERCEPTION|BLITZ|FUMBLE)(?![\w-]))/;

/** What stays on the line of the card before it. */
const closing = (part: string): string => /^[.,;:!?)]*/.exec(part)![0];

export function sentenceParts(text: string): SentencePart[] {
  return unbroken(text)
    .split(CARDS)
    .map((part, i, all) => {
      if (i % 2 === 0) return { text: part.slice(i > 0 ? closing(part).length : 0), code: null };
      const text = closing(all[i + 1]!);
      if (part.length > 3 || part.startsWith("JK")) return { text, code: part };
      const suit = part.at(-1)!;
      return { text, code: (part.startsWith("10") ? "T" : part[0]!) + (GLYPHS[suit] ?? suit) };
    });
}
