// Every colour of the page, in one table: the rest is CSS that names them. Contrast was computed for these values;
// a new one is computed too before it stands here.
import { colourOf } from "./seatColours.svelte";

export type Theme = "dark" | "light";
export type Pair = readonly [dark: string, light: string];

/** Ground, panel, raised, track; line; three greys of text; the primary button; no man's land and pits. */
export const GROUND: Record<string, Pair> = {
  g0: ["#0E1013", "#EDEEEC"],
  g1: ["#15181C", "#FFFFFF"],
  g2: ["#1E2228", "#F4F5F3"],
  g3: ["#2A2F37", "#E6E8E5"],
  line: ["#2E343D", "#D5D8D3"],
  t1: ["#F1F2F0", "#14171C"],
  t2: ["#AEB5BF", "#4B535E"],
  t3: ["#828B97", "#5D6570"],
  land: ["#0B0D10", "#FFFFFF"],
  "pit-1": ["#23282F", "#FFFFFF"],
  "pit-2": ["#171B20", "#EBEDEA"],
  "pit-3": ["#0B0D10", "#DDE0DC"],
  sea: ["#0B0D10", "#DCE4E8"],
  coast: ["#141B22", "#C6D2D8"],
  go: ["#FBFAF5", "#14171C"],
  "on-go": ["#14171C", "#FBFAF5"],
  "go-edge": ["#B9B6A8", "#000000"],
  edge: ["#0A0C0E", "#C9CDC7"],
  veil: ["rgb(11 13 16 / .55)", "rgb(255 255 255 / .5)"],
  bar: ["rgb(14 16 19 / .55)", "rgb(237 238 236 / .6)"],
  good: ["#36C3A0", "#0A6450"],
  bad: ["#FF6B5E", "#A81420"],
  warn: ["#F0B52E", "#765300"],
  "red-on-ground": ["#FF6B5E", "#C9202F"],
};

/** The colours of cards: the same in both themes. */
export const CARD = {
  paper: "#FBFAF5",
  ink: "#14171C",
  red: "#C9202F",
  gold: "#F0B52E",
  "gold-dark": "#D8941B",
  clubs: "#0B7A4B",
  diamonds: "#1F5FD0",
  stock: "#20242B",
} as const;

export type Tooth = "triangle" | "half-disc" | "square" | "chevron" | "bars" | "ring";
export type Pattern = "diagonal" | "dots" | "level" | "lattice" | "counter" | "upright";

export interface Side {
  name: string;
  /** For lines, letters and numbers on the field. */
  bright: Pair;
  /** The ground that it holds. */
  field: Pair;
  /** First and second text on its field. */
  on1: Pair;
  on2: Pair;
  /** The back of a card that it holds. */
  back: string;
  tooth: Tooth;
  pattern: Pattern;
}

/** Six sides; who sits further on wears one of the six again, with another letter and an outlined tooth. */
export const SIDES: readonly Side[] = [
  side("cobalt", ["#6AA0FF", "#1A4FBA"], ["#1B2F58", "#C3D5F7"], "#2C55B0", "triangle", "diagonal"),
  side("vermilion", ["#FF7A4A", "#A93409"], ["#58261A", "#F8CDBB"], "#B8431C", "half-disc", "dots"),
  side("amber", ["#F4BE3C", "#765300"], ["#4A3A12", "#F3E0AE"], "#946706", "square", "level"),
  side("viridian", ["#36C3A0", "#0A6450"], ["#123F37", "#BDE5DA"], "#0E7A62", "chevron", "lattice"),
  side("violet", ["#C79BFF", "#6C39B3"], ["#3B2A55", "#E2D3F7"], "#7447B8", "bars", "counter"),
  side("slate", ["#B4BDC9", "#505A68"], ["#31373F", "#DADFE5"], "#5A6574", "ring", "upright"),
];

function side(name: string, bright: Pair, field: Pair, back: string, tooth: Tooth, pattern: Pattern): Side {
  return { name, bright, field, on1: ["#F1F2F0", "#14171C"], on2: ["#AEB5BF", "#4B535E"], back, tooth, pattern };
}

export const LETTERS = "ABCDEFGHIJKLMNOP";

/** The look of a seat: the side that it wears, its tokens, its letter, and whether its tooth is only an outline. */
export function wears(seat: number): { side: Side; index: number; letter: string; outlined: boolean } {
  const index = seat % SIDES.length;
  return {
    side: SIDES[colourOf(seat)]!,
    index,
    letter: LETTERS[seat % LETTERS.length]!,
    outlined: seat >= SIDES.length,
  };
}

/** A colour between two, in sRGB: 0 is the first. */
export function mix(from: string, to: string, share: number): string {
  const of = (colour: string) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const [a, b] = [of(from), of(to)];
  return (
    "#" +
    a
      .map((one, i) =>
        Math.round(one + (b[i]! - one) * share)
          .toString(16)
          .padStart(2, "0"),
      )
      .join("")
  );
}

/** All of the above as custom properties, for each theme and for high contrast. */
export function tokenSheet(): string {
  const theme = (which: 0 | 1) =>
    Object.entries(GROUND)
      .map(([name, pair]) => `--${name}:${pair[which]}`)
      .concat(SIDES.flatMap((one, i) => sideTokens(one, i, which)))
      .join(";");
  const high = SIDES.map((_, i) => `--field-of-${i}:var(--g0)`).join(";");
  const cards = Object.entries(CARD).map(([name, value]) => `--${name}:${value}`);
  const wearing = SIDES.map(
    (_, i) =>
      `.side-${i}{--bright:var(--bright-${i});--field:var(--field-${i});--back:var(--back-${i});--on-bright:var(--on-bright-${i})}`,
  );
  return [
    `:root{${cards.join(";")};${theme(0)};color-scheme:dark}`,
    `:root[data-theme=light]{${theme(1)};color-scheme:light}`,
    `@media (prefers-color-scheme:light){:root:not([data-theme=dark]){${theme(1)};color-scheme:light}}`,
    `:root[data-contrast=high]{${high};--pattern:1;--t2:var(--t1);--t3:var(--t1);--line:var(--t1)}`,
    `:root[data-four-colours]{--suit-C:var(--clubs);--suit-D:var(--diamonds)}`,
    ...wearing,
  ].join("\n");
}

function sideTokens(one: Side, i: number, which: 0 | 1): string[] {
  const onBright = which === 0 ? CARD.ink : "#FFFFFF";
  return [
    ...Object.entries({
      bright: one.bright[which],
      field: one.field[which],
      back: one.back,
      "on-bright": onBright,
    }).flatMap(([name, value]) => [`--${name}-of-${i}:${value}`, `--${name}-${i}:var(--${name}-of-${i})`]),
  ];
}
