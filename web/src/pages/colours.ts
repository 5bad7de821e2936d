// The names of a room's player colours, and the side of each.
import { SIDES } from "../look/tokens";

/** Offered in the room, in the order of the sides: the others are worn by the nearest of these. */
export const OFFERED = ["blue", "red", "yellow", "green", "violet", "grey"] as const;
type Offered = (typeof OFFERED)[number];

const NEAREST: Record<string, Offered> = {
  orange: "red",
  teal: "green",
  pink: "violet",
  brown: "yellow",
  olive: "yellow",
  navy: "blue",
  maroon: "red",
  lime: "green",
  cyan: "blue",
  black: "grey",
};

export function colourOf(colour: string | null | undefined): Offered | null {
  if (!colour) return null;
  return NEAREST[colour] ?? (colour as Offered);
}

/** The side that each of the first six seats wears: of its colour where it is free, else the first that nobody wears. */
export function sidesOf(colours: readonly (string | null | undefined)[]): number[] {
  const wanted = Array.from(SIDES, (_, seat) => colourOf(colours[seat]));
  const found: (number | null)[] = [];
  for (const colour of wanted) {
    const side = colour === null ? -1 : OFFERED.indexOf(colour);
    found.push(side < 0 || found.includes(side) ? null : side);
  }
  const free = Array.from(SIDES, (_, side) => side).filter((side) => !found.includes(side));
  // A seat without a colour wears its own side where that is free.
  for (const [seat, side] of found.entries())
    if (side === null && free.includes(seat)) found[seat] = free.splice(free.indexOf(seat), 1)[0]!;
  return found.map((side) => side ?? free.shift()!);
}

const TOKENS = ["bright", "field", "back", "on-bright"] as const;
/** The tokens that wear a side's own colour, whatever a table around them wears. */
export const ownTokens = (side: number): string => TOKENS.map((one) => `--${one}:var(--${one}-of-${side})`).join(";");

/** The tokens of a table whose players chose these colours, as a style: a side's are exchanged for another's. */
export const tokensOf = (colours: readonly (string | null | undefined)[]): string =>
  sidesOf(colours)
    .flatMap((side, seat) => (side === seat ? [] : TOKENS.map((one) => `--${one}-${seat}:var(--${one}-of-${side})`)))
    .join(";");

/** The first of the colours that I want at a table which no other player wears. */
export function freeColour(wanted: readonly string[], seats: readonly { colour: string | null }[]): string | undefined {
  const taken = seats.map((one) => colourOf(one.colour));
  return wanted.find((one) => one !== "" && !taken.includes(colourOf(one)));
}
