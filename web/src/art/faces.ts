// The faces of playing cards, from a card's name: full from 66 px, rank over suit below.
import { court, diplomat } from "./courts";
import { isSuit, mark, pips, rank, suit, type Suit } from "./suits";

export const FULL_FROM_PX = 66;

const NAMES: Record<string, string> = { T: "10", JK: "0" };
const INK = "var(--ink)";

/** The pips of a number card: columns at 35, 50 and 65, rows from 26 to 114; upside down below the middle. */
const PIPS: Record<string, readonly (readonly [number, number])[]> = {
  "2": [
    [50, 26],
    [50, 114],
  ],
  "3": [
    [50, 26],
    [50, 70],
    [50, 114],
  ],
  "4": square(26, 114),
  "5": [...square(26, 114), [50, 70]],
  "6": square(26, 70, 114),
  "7": [...square(26, 70, 114), [50, 48]],
  "8": [...square(26, 70, 114), [50, 48], [50, 92]],
  "9": [...square(26, 55.3, 84.7, 114), [50, 70]],
  T: [...square(26, 55.3, 84.7, 114), [50, 40.7], [50, 99.3]],
};

function square(...rows: number[]): [number, number][] {
  return rows.flatMap((y): [number, number][] => [
    [35.5, y],
    [64.5, y],
  ]);
}

/** Draw a card's face in a box of 100 x 140. Text that is no playing card's name is written out. */
export function face(code: string, width: number): string {
  if (code.startsWith("JK")) return width < FULL_FROM_PX ? smallDiplomat() : fullDiplomat(Number(code.slice(2)));
  const letter = code.slice(-1);
  const height = code.slice(0, -1);
  if (!isSuit(letter) || height.length !== 1) return plain(code);
  return width < FULL_FROM_PX ? small(height, letter) : full(height, letter);
}

function full(height: string, of: Suit): string {
  const colour = `var(--suit-${of})`;
  const index = rank(NAMES[height] ?? height, 13, 29, 21.5, colour) + suit(of, 13, 40, 14.5);
  const both = index + `<g transform="rotate(180 50 70)">${index}</g>`;
  if (height === "A") {
    const centre = suit(of, 50, 70, of === "S" ? 50 : 44);
    return both + centre + (of === "S" ? mark(50, 72.5, 17, "var(--paper)") : "");
  }
  if (height in PIPS) {
    return both + pips(of, PIPS[height]!, 16.5, 71);
  }
  return court(height, of) + both;
}

const SIGNS: Record<string, string> = {
  K: "M64 33V15L71 23L78 13L85 23L92 15V33Z",
  Q: "M64 34V29A4.7 4.7 0 0 1 73.4 29A4.7 4.7 0 0 1 82.7 29A4.7 4.7 0 0 1 92 29V34ZM78 22.5a4 4 0 1 1 .01 0Z",
  J: "M66 24H92V34H66ZM62 12Q76 12 78 24H71Q70 16 62 12Z",
};

function small(height: string, of: Suit): string {
  const colour = `var(--suit-${of})`;
  const sign = SIGNS[height];
  return (
    rank(NAMES[height] ?? height, sign ? 37 : 38, 63, 49, colour, 0.98) +
    (sign ? `<path d="${sign}" fill="${colour}"/>` : "") +
    suit(of, 62, 103, 52)
  );
}

function fullDiplomat(number: number): string {
  const index = rank("0", 13, 29, 21.5, INK) + mark(13, 38, 14, INK);
  return diplomat(number) + index + `<g transform="rotate(180 50 70)">${index}</g>`;
}

function smallDiplomat(): string {
  const hat = "M44 92H80V118H44ZM34 118H90V127H34Z";
  return (
    rank("0", 37, 63, 49, INK) + `<path d="${hat}" fill="${INK}"/><path d="M44 109H80V115H44Z" fill="var(--gold)"/>`
  );
}

/** A card of a game that has no art yet: its name, in as many lines as it has words. */
function plain(code: string): string {
  const words = code.split("-");
  const lines = words.map(
    (word, i) => `<tspan x="50" y="${70 + (i - (words.length - 1) / 2) * 20}">${escaped(word)}</tspan>`,
  );
  return `<text class="rank" font-size="17" text-anchor="middle" fill="${INK}">${lines.join("")}</text>`;
}

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
