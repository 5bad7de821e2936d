// The tokens as a style sheet of the document, and a person's settings of the look.
import { pipImage, type Suit } from "../art/suits";
import { CARD, tokenSheet } from "./tokens";

export interface Look {
  theme: "system" | "dark" | "light";
  contrast: "normal" | "high";
  fourColours: boolean;
}

/** Puts the tokens into the document; a constructed sheet, so that no inline style needs to be allowed. */
export function dress(look: Look): void {
  if (document.adoptedStyleSheets.length === 0) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(tokenSheet() + pips());
    document.adoptedStyleSheets = [sheet];
  }
  const root = document.documentElement;
  if (look.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = look.theme;
  if (look.contrast === "high") root.dataset.contrast = "high";
  else delete root.dataset.contrast;
  root.toggleAttribute("data-four-colours", look.fourColours);
}

/** The suits as they stand in text, in two colours or four. */
function pips(): string {
  const of = (suit: Suit, colour: string) => `--pip-${suit}:${pipImage(suit, colour)}`;
  const two = [of("C", CARD.ink), of("S", CARD.ink), of("D", CARD.red), of("H", CARD.red)];
  return `:root{${two.join(";")}}:root[data-four-colours]{${of("C", CARD.clubs)};${of("D", CARD.diamonds)}}`;
}
