// The attributes of the twelve courts: all different, and each contains its suit.
//
//   spades    king sword        queen moon      jack halberd
//   hearts    king sceptre      queen rose      jack lantern
//   diamonds  king axe          queen fan       jack kite
//   clubs     king orb          queen mirror    jack banner
import { suit, type Suit } from "./suits";

const GOLD = "var(--gold)";
const DARK_GOLD = "var(--gold-dark)";
const INK = "var(--ink)";
const STEEL = "#BEC5D3";

const staff = (top: number, x = 89.6) => `<path d="M${x} ${top}V70" stroke="${INK}" stroke-width="2.6"/>`;
const stem = `<path d="M89.4 26Q91.5 44 84 66" fill="none" stroke="${INK}" stroke-width="2.6"/>`;
const pole = (top: number) => `<path d="M91.6 ${top}h2.4V70h-2.4Z" fill="${INK}"/>`;

const DRAWN: Record<string, () => string> = {
  KS: () =>
    `<path d="M89.6 5L93.4 12V38H89.6Z" fill="${INK}"/><path d="M89.6 5L85.8 12V38H89.6Z" fill="${STEEL}"/>` +
    `<path d="M81.5 38H97.7L93.5 42.5H85.7Z" fill="${GOLD}"/><path d="M88 42.5h3.2V56H88Z" fill="${INK}"/>` +
    suit("S", 89.6, 30, 8, "var(--paper)"),
  KH: () => staff(22) + `<path d="M83.2 30H96L89.6 37Z" fill="${GOLD}"/>` + suit("H", 89.6, 18.5, 14),
  KD: () =>
    staff(8) +
    `<path d="M88.4 13L78 8.5Q75.4 20 78 31.5L88.4 27Z" fill="${STEEL}"/><path d="M88.4 20H76.9Q76.8 26 78 31.5L88.4 27Z" fill="#8E98A8"/>` +
    `<path d="M90.8 15L97 20L90.8 25Z" fill="${GOLD}"/>` +
    suit("D", 83.2, 20, 9.5),
  KC: () =>
    staff(30) +
    `<circle cx="89.6" cy="25" r="7.6" fill="${GOLD}"/><path d="M89.6 17.4a7.6 7.6 0 0 1 0 15.2Z" fill="${DARK_GOLD}"/>` +
    `<path d="M82 23.6h15.2v2.8H82Z" fill="${INK}"/><path d="M84 37.5H95.2L89.6 42.5Z" fill="${GOLD}"/>` +
    suit("C", 89.6, 12.2, 11.5),
  QS: () =>
    staff(26, 88.6) +
    `<path d="M84 8A9.4 9.4 0 1 0 97.6 20.4A8 8 0 1 1 84 8Z" fill="${GOLD}"/>` +
    suit("S", 91, 13.4, 9),
  QH: () =>
    stem +
    `<path d="M90 41Q91 35 97.5 33Q97.5 40 90 41Z" fill="${GOLD}"/><path d="M88.6 51Q83 49 82 42.6Q88.6 44 88.6 51Z" fill="${GOLD}"/>` +
    suit("H", 89.4, 20, 14),
  QD: () => {
    const blades = [-60, -30, 0, 30, 60]
      .map(
        (turn, i) =>
          `<path transform="rotate(${turn} 89 36)" d="M89 36L83.8 19A5.4 5.4 0 0 1 94.2 19Z" fill="${i % 2 ? DARK_GOLD : GOLD}"/>`,
      )
      .join("");
    return (
      `<path d="M88 34L85 66" stroke="${INK}" stroke-width="2.6"/><g transform="rotate(-8 88 34) translate(26 8.5) scale(.7)">${blades}</g>` +
      suit("D", 87.6, 26.5, 8)
    );
  },
  QC: () =>
    staff(28, 89) +
    `<circle cx="89" cy="19" r="10" fill="${GOLD}"/><circle cx="89" cy="19" r="7.6" fill="#FFFFFF"/>` +
    `<path d="M89 11.4a7.6 7.6 0 0 1 0 15.2Z" fill="${STEEL}"/><path d="M84.6 31H93.4A4.4 4.4 0 0 1 84.6 31Z" fill="${GOLD}"/>` +
    suit("C", 89, 19, 9.5),
  JS: () =>
    pole(12) +
    `<path d="M92.8 2L96 12H89.6Z" fill="${STEEL}"/><path d="M91.6 12H79V28H91.6Z" fill="${STEEL}"/><path d="M91.6 20H79V28H91.6Z" fill="#8E98A8"/>` +
    `<path d="M94 14.5H98.5V23H94Z" fill="${GOLD}"/><path d="M90 28H96V31H90Z" fill="${GOLD}"/>` +
    suit("S", 85.2, 20, 11),
  JH: () =>
    pole(8) +
    `<path d="M80 8H94V10.6H80Z" fill="${INK}"/><path d="M82.3 10H84V14H82.3Z" fill="${INK}"/>` +
    `<path d="M75.5 14H90.8V32H75.5Z" fill="${INK}"/><path d="M77.4 17H88.9V29H77.4Z" fill="${GOLD}"/><path d="M83.15 17H88.9V29H83.15Z" fill="#F7D27A"/>` +
    suit("H", 83.15, 23.2, 10),
  JD: () =>
    `<path d="M84 33Q92 42 88 52T92 70" fill="none" stroke="${INK}" stroke-width="1.6"/>` +
    `<path d="M86 3.5L96.5 17L86 34L75.5 17Z" fill="${GOLD}"/><path d="M86 3.5L96.5 17L86 34Z" fill="${DARK_GOLD}"/>` +
    `<path d="M86 40h6v5h-6ZM84 50h6v5h-6Z" fill="${GOLD}"/>` +
    suit("D", 86, 17.5, 13),
  JC: () => pole(8) + `<path d="M74.2 9H91.8V27H74.2L78 18Z" fill="${GOLD}"/>` + suit("C", 85, 18, 10.5),
};

/** The attribute of a court, right of its head. */
export function attribute(rank: string, of: Suit): string {
  return DRAWN[rank + of]?.() ?? "";
}

export const COURTS = Object.keys(DRAWN);
