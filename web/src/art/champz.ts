// The fifteen cards of Blitz Champz: offence on turf, defence barred, continuation black on yellow.
import { CHAMPZ_ICONS } from "./icons";
import { t } from "../words/words.svelte";
import type { Key } from "../words/catalogue";
import { rank } from "./suits";

export interface ChampzCard {
  title: string;
  /** The effect, at the card's foot. */
  sub: Key;
  icon: string;
  /** The points of an offensive card, and its length when laid down. */
  points?: number;
  /** The drawing of a continuation. */
  draws?: number;
  kind: "offence" | "defence" | "continuation";
}

const offence = (title: string, points: number, icon: string): ChampzCard => ({
  title,
  sub: points === 1 ? "champz.sub.point" : "champz.sub.points",
  icon,
  points,
  kind: "offence",
});
const defence = (title: string, sub: Key, icon: string): ChampzCard => ({ title, sub, icon, kind: "defence" });
const more = (title: string, sub: Key, icon: string, draws?: number): ChampzCard => ({
  title,
  sub,
  icon,
  draws,
  kind: "continuation",
});

export const CHAMPZ: Record<string, ChampzCard> = {
  "TD-RUN": offence("Rushing TD", 6, "shoe"),
  "TD-PASS": offence("Passing TD", 6, "ball"),
  "HAIL-MARY": offence("Hail Mary", 8, "far"),
  CONVERSION: offence("Conversion", 2, "both"),
  "FIELD-GOAL": offence("Field Goal", 3, "posts"),
  "EXTRA-POINT": offence("Extra Point", 1, "posts"),
  "BLOCKED-KICK": defence("Blocked Kick", "champz.sub.kick", "posts"),
  TACKLE: defence("Tackle", "champz.sub.run", "shoe"),
  INTERCEPTION: defence("Interception", "champz.sub.pass", "ball"),
  BLITZ: more("Blitz", "champz.sub.blitz", "bolt"),
  FUMBLE: more("Fumble", "champz.sub.skip", "bounce"),
  "FIRST-DOWN": more("First Down", "champz.sub.two", "chain", 2),
  "PASS-COMPLETION": more("Pass Completion", "champz.sub.one", "ball", 1),
  "5-YARD-RUN": more("5-Yard Run", "champz.sub.one", "shoe", 1),
  "END-OF-QUARTER": more("End of Quarter", "champz.sub.turn", "turn"),
};

const PAPER = "#FBFAF5";
const LOOK = {
  offence: { ground: "#0E7A62", foot: "#0B5D4B", line: "#0B5D4B", light: "#7FE3C5", title: PAPER },
  defence: { ground: "#B2241C", foot: "#8C1A14", line: "#8C1A14", light: "#FFC3B8", title: PAPER },
  continuation: { ground: "#F0B52E", foot: "#14171C", line: "#DDA322", light: "#FBFAF5", title: "#F0B52E" },
} as const;

/** An icon of `size` units with its middle at x, y. */
export function icon(name: string, x: number, y: number, size: number, fill: string, hole: string): string {
  const scale = size / 48;
  return `<g transform="translate(${x - size / 2} ${y - size / 2}) scale(${scale})">${CHAMPZ_ICONS[name]?.(fill, hole) ?? ""}</g>`;
}

/** Below this width the words of a card are larger in it. */
const SMALL = 96;

/** A Champz card's face in a box of 100 x 140; below 58 px without the words. */
export function champzFace(code: string, width: number): string {
  const card = CHAMPZ[code]!;
  const look = LOOK[card.kind];
  const wordless = width < 58;
  const small = width < SMALL;
  const foot = wordless ? 135.4 : small ? 98 : 103;
  const field = `<rect x="4.6" y="4.6" width="90.8" height="130.8" rx="4.5" fill="${look.ground}"/>`;
  const pattern = `<path d="${PATTERNS[card.kind]}" fill="${look.line}"/>`;
  const middle = wordless ? 72 : card.kind === "offence" ? 63 : 60;
  const words = wordless
    ? ""
    : `<path d="M4.6 ${foot}H95.4V130.9Q95.4 135.4 90.9 135.4H9.1Q4.6 135.4 4.6 130.9Z" fill="${look.foot}"/>` +
      label(card.title, small ? 114.5 : 118.5, small ? 15.5 : 13, look.title, 800) +
      label(t(card.sub), 130, small ? 13 : 8.8, look.light, 600);
  return (
    field +
    `<g clip-path="url(#inner)">${pattern}</g>` +
    centre(card, middle, wordless, foot) +
    words +
    corner(card, look.light)
  );
}

function centre(card: ChampzCard, y: number, large: boolean, foot: number): string {
  if (card.points) return rank(String(card.points), 50, y + (large ? 34 : 29), large ? 68 : 58, PAPER, 0.95);
  if (card.kind === "defence") {
    const across = large ? 78 : 70;
    return (
      `<circle cx="50" cy="${y}" r="${across / 2}" fill="#8C1A14"/>` +
      icon(card.icon, 50, y + 1, across * 0.64, PAPER, "#8C1A14") +
      bar(50, y, across * 0.36, 10.4, "#8C1A14") +
      bar(50, y, across * 0.38, 5.6, "#FFC3B8")
    );
  }
  const ink = "#14171C";
  if (card.draws) {
    return (
      rank(`+${card.draws}`, 50, y + 6, 36, ink, 1.12) +
      icon(card.icon, 50, Math.min(y + 26, foot - 16), 25, ink, "#F0B52E")
    );
  }
  return icon(card.icon, 50, y, large ? 68 : 54, ink, "#F0B52E");
}

function corner(card: ChampzCard, light: string): string {
  if (card.points) {
    return (
      rank(String(card.points), 13.5, 25.5, 14, light, 0.95) +
      icon(card.icon, card.icon === "both" ? 78 : 81, 20, card.icon === "both" ? 30 : 21, light, "#0E7A62")
    );
  }
  if (card.kind === "defence") return icon(card.icon, 17, 19, 14, light, "#B2241C") + bar(17, 19, 7.5, 2.2, PAPER);
  const ink = "#14171C";
  return card.draws ? rank(`+${card.draws}`, 16.5, 25.5, 13, ink, 1.05) : icon(card.icon, 16.5, 19, 13, ink, "#F0B52E");
}

function bar(x: number, y: number, half: number, width: number, colour: string): string {
  return `<path d="M${x - half} ${y + half}L${x + half} ${y - half}" stroke="${colour}" stroke-width="${width}"/>`;
}

/** The width of a narrow letter, in its size; and the room that words have. */
const [LETTER, ROOM] = [0.45, 86];
function label(text: string, y: number, most: number, fill: string, weight: number): string {
  const size = Math.min(most, ROOM / (LETTER * text.length)).toFixed(1);
  return `<text class="label" x="50" y="${y}" text-anchor="middle" font-size="${size}" font-weight="${weight}" fill="${fill}">${text}</text>`;
}

const PATTERNS = {
  offence: Array.from({ length: 8 }, (_, i) => `M4 ${16.5 + i * 12.2}H96v1.5H4Z`).join(""),
  defence: Array.from(
    { length: 18 },
    (_, i) => `M${-60 + i * 11} 106L${50 + i * 11}-4h4.4L${-55.6 + i * 11} 106Z`,
  ).join(""),
  continuation: Array.from({ length: 54 }, (_, i) => {
    const [row, column] = [Math.floor(i / 6), i % 6];
    return `M${-2 + column * 17.6 + (row % 2) * 8.8} ${7 + row * 11.6}l6 3.4l-6 3.4Z`;
  }).join(""),
} as const;
