// Twelve courts: kings of triangles, queens of half-discs, jacks of squares. A card's halves turn about a front.
// Half a figure is drawn once, clipped along the front, and turned about the card's middle for the other half.
import { attribute } from "./attributes";
import type { Suit } from "./suits";

export const SKIN = "#FFFFFF";
const BONE = "#E9E7E2";
const GOLD = "var(--gold)";
const DARK_GOLD = "var(--gold-dark)";
const INK = "var(--ink)";

/** The colours of a realm: robe, the shaded half of a face, and the shaded half of hair. */
export function realm(suit: Suit): { robe: string; shade: string; hair: string } {
  const red = suit === "H" || suit === "D";
  return { robe: `var(--suit-${suit})`, shade: red ? "#F4B9AF" : "#BEC5D3", hair: red ? INK : "#3F4857" };
}

/** A court's picture without its indices. */
export function court(rank: string, suit: Suit): string {
  const figure = rank === "K" ? king(suit) : rank === "Q" ? queen(suit) : jack(suit);
  return halves(figure + attribute(rank, suit));
}

/** Both halves of a picture, with the front between them. */
export function halves(upper: string, lower = upper): string {
  return (
    `<g clip-path="url(#half)">${upper}</g>` +
    `<g transform="rotate(180 50 70)"><g clip-path="url(#half)">${lower}</g></g>` +
    `<path d="M0 87.2L100 52.8" stroke="${INK}" stroke-width="1.1"/>`
  );
}

/** The clip path of `halves`: everything above the front, less a hair's breadth. Once in the page. */
export const HALF = "M-5-5H105V50.2L-5 88Z";

function king(suit: Suit): string {
  const { robe, shade, hair } = realm(suit);
  const ermine = [
    [41, 61],
    [49.6, 61],
    [75.5, 61],
    [33.5, 70],
    [42, 70],
    [50.5, 70],
    [29, 79],
    [37, 79],
  ]
    .map(([x, y]) => `M${x! - 2.5} ${y}h5l-2.5 4.6Z`)
    .join("");
  return (
    `<path d="M43.3 50.2H73L86 68L60 100H6Z" fill="${robe}"/><path d="${ermine}" fill="${BONE}"/>` +
    `<path d="M43.3 50.2H50.6L62.5 76H55.2Z" fill="${GOLD}"/><path d="M65.6 50.2H73L61 76H53.6Z" fill="${GOLD}"/>` +
    `<path d="M45 26.9H58V51H51Q45 46 45 40Z" fill="${SKIN}"/><path d="M58 26.9H71V40Q71 47 64 51H58Z" fill="${shade}"/>` +
    `<path d="M45.2 38.5H51L54.9 41.7H61.6L65.1 38.5H71L58 65.5Z" fill="${INK}"/>` +
    `<path d="M71 38.5H65.1L61.6 41.7H58V65.5Z" fill="${hair}"/>` +
    `<path d="M50.3 32h3.6v3.4h-3.6ZM62.1 32h3.6v3.4h-3.6Z" fill="${INK}"/>` +
    `<path d="M44 11L50 20.6L58 8V23.6H44Z" fill="${GOLD}"/><path d="M72 11L66 20.6L58 8V23.6H72Z" fill="${DARK_GOLD}"/>` +
    `<path d="M44 23.5H72V27H44Z" fill="${robe}"/>`
  );
}

function queen(suit: Suit): string {
  const { robe, shade, hair } = realm(suit);
  const lip = "var(--red)";
  const jewel = suit === "S" || suit === "C" ? "#5B6677" : robe;
  const moons = [
    [35.5, 64],
    [43.5, 61],
    [33, 71.5],
    [41.5, 68.5],
    [49, 70.5],
    [27, 74],
    [73, 58.5],
    [26, 81],
    [35, 77],
  ]
    .map(
      ([x, y]) =>
        `<path transform="translate(${x} ${y}) rotate(-28)" d="M-2.7 0a2.7 2.7 0 0 1 5.4 0Z" fill="${BONE}"/>`,
    )
    .join("");
  return (
    `<path d="M38 52V25A20 20 0 0 1 78 25V52Z" fill="${INK}"/><path d="M58 5A20 20 0 0 1 78 25V52H58Z" fill="${hair}"/>` +
    `<circle cx="58" cy="91" r="41.5" fill="${robe}"/>${moons}` +
    `<path d="M43.9 51A14.1 14.1 0 0 0 72.1 51Z" fill="${GOLD}"/>` +
    `<path d="M49.4 51A8.6 8.6 0 0 0 58 59.6V45H53.4V51Z" fill="${SKIN}"/><path d="M66.6 51A8.6 8.6 0 0 1 58 59.6V45H62.6V51Z" fill="${shade}"/>` +
    `<path d="M58 26.4Q52.8 32.6 45.2 33A13 13 0 0 0 58 48Z" fill="${SKIN}"/>` +
    `<path d="M58 26.4Q63.2 32.6 70.8 33A13 13 0 0 1 58 48Z" fill="${shade}"/>` +
    `<path d="M49.7 35.2a2.5 2.5 0 0 1 5 0ZM61.3 35.2a2.5 2.5 0 0 1 5 0Z" fill="${INK}"/>` +
    `<path d="M55.4 42h5.2a2.6 2.6 0 0 1-5.2 0Z" fill="${lip}"/>` +
    `<path d="M43.6 21V18A4.8 4.8 0 0 1 53.2 18A4.8 4.8 0 0 1 58 13.2V21Z" fill="${GOLD}"/>` +
    `<path d="M72.4 21V18A4.8 4.8 0 0 0 62.8 18A4.8 4.8 0 0 0 58 13.2V21Z" fill="${DARK_GOLD}"/>` +
    `<circle cx="48.4" cy="10.4" r="2" fill="${jewel}"/><circle cx="58" cy="9.8" r="2.6" fill="${jewel}"/><circle cx="67.6" cy="10.4" r="2" fill="${jewel}"/>`
  );
}

function jack(suit: Suit): string {
  const { robe, shade, hair } = realm(suit);
  const tunic = suit === "H" || suit === "D" ? "#F6E3DF" : BONE;
  let cells = "";
  for (let row = 0; row < 6; row++)
    for (let column = 0; column < 4; column++)
      if ((row + column) % 2 === 0) cells += `M${29 + column * 7.1} ${55 + row * 7.1}h7.1v7.1h-7.1Z`;
  return (
    `<path d="M28 54H59V100H28Z" fill="${robe}"/><path d="${cells}" fill="${tunic}"/>` +
    `<path d="M51 54H86V100H58V62H51Z" fill="${INK}"/><path d="M58 57H86V59.8H58ZM58 64H74V66.8H58Z" fill="${GOLD}"/>` +
    `<path d="M41 27H58V49H41Z" fill="${INK}"/><path d="M58 27H75V49H58Z" fill="${hair}"/>` +
    `<path d="M51.5 45H58V55H51.5Z" fill="${SKIN}"/><path d="M58 45H65V55H58Z" fill="${shade}"/>` +
    `<path d="M46 27H58V51.5Q46 50 46 38Z" fill="${SKIN}"/><path d="M58 27H70V38Q70 50 58 51.5Z" fill="${shade}"/>` +
    `<path d="M50.6 34.6h4v2.3h-4ZM61.5 34.6h4v2.3h-4ZM55 43.5h6v2h-6Z" fill="${INK}"/>` +
    `<path d="M35 4Q47 3.6 50.6 17.5H44.2Z" fill="${DARK_GOLD}"/><path d="M35 4Q47 3.6 50.6 17.5H45L45 8Z" fill="${GOLD}"/>` +
    `<path d="M39 17H77V24.2H39Z" fill="${robe}"/><path d="M39 24H77V27.5H39Z" fill="${GOLD}"/>`
  );
}

/** The Diplomats: top hat, white flag, and two coats of colours that make peace. */
export function diplomat(number: number): string {
  const coats = number === 1 ? ["#2C55B0", "#B8431C"] : ["#0E7A62", "#7447B8"];
  const figure = (coat: string) =>
    `<path d="M22 100V66Q22 50 38 50H74Q88 50 88 64V100Z" fill="${coat}"/><path d="M50 50H66L58 66Z" fill="${SKIN}"/><path d="M55.5 54H60.5L63 78H54Z" fill="${INK}"/>` +
    `<path d="M45 26H58V51Q45 50 45 38Z" fill="${SKIN}"/><path d="M58 26H71V38Q71 50 58 51Z" fill="#DDDAD0"/>` +
    `<path d="M45 26V38Q45 50 58 51Q71 50 71 38V26" fill="none" stroke="${INK}" stroke-width="1.2"/>` +
    `<path d="M50.5 32h3v4h-3ZM62.5 32h3v4h-3Z" fill="${INK}"/><path d="M52 41.5Q58 46.5 64 41.5" fill="none" stroke="${INK}" stroke-width="1.6"/>` +
    `<path d="M45 5H71V20H45Z" fill="${INK}"/><path d="M45 16H71V20H45Z" fill="${GOLD}"/><path d="M38 20H78V24.5H38Z" fill="${INK}"/>` +
    `<path d="M93 10V60" stroke="${INK}" stroke-width="2"/>` +
    `<path d="M92 12H70L73.5 20.5L70 29H92Z" fill="${SKIN}" stroke="${INK}" stroke-width="1.2"/>`;
  return halves(figure(coats[0]!), figure(coats[1]!));
}
