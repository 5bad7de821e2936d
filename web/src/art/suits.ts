// The four suits and the mark, drawn: triangles, half-discs, squares and circles. Never a font's sign.
// All art is text of SVG elements in a card's box of 100 x 140, so that a face exists only where it is shown.

export type Suit = "C" | "D" | "H" | "S";

const SHAPES: Record<Suit, string> = {
  H: "M0 46L-40.5 1A25.2 25.2 0 0 1 0-29A25.2 25.2 0 0 1 40.5 1Z",
  S: "M0-48L41-1A23 23 0 0 1 5 25L14 48H-14L-5 25A23 23 0 0 1-41-1Z",
  D: "M0-48L34 0L0 48L-34 0Z",
  C: "M-9-6A22 22 0 1 1 9-6A22 22 0 1 1 5 26L14 48H-14L-5 26A22 22 0 1 1-9-6Z",
};

/** A suit of `size` units, centred at x, y. */
export function suit(of: Suit, x: number, y: number, size: number, fill = `var(--suit-${of})`): string {
  return pips(of, [[x, y]], size, Infinity, fill);
}

/** Several of a suit in one path; those below `middle` stand on their heads. */
export function pips(
  of: Suit,
  at: readonly (readonly [number, number])[],
  size: number,
  middle: number,
  fill = `var(--suit-${of})`,
): string {
  return `<path d="${at.map(([x, y]) => placed(SHAPES[of], x, y, size / 96, y > middle)).join("")}" fill="${fill}"/>`;
}

/**
 * A shape of absolute commands elsewhere and in another size. The numbers are moved, not the path by a transform: to a
 * browser every transform is a layer to be thought about at each change, and a ten has twelve suits.
 */
function placed(d: string, x: number, y: number, scale: number, turned: boolean): string {
  const sign = turned ? -scale : scale;
  const to = (value: number, axis: number) => Math.round(((axis === 0 ? x : y) + sign * value) * 100) / 100;
  return d.replace(/([MLAHVZ])([^MLAHVZ]*)/g, (_, command: string, text: string) => {
    const values = (text.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    if (command === "H" || command === "V")
      return command + values.map((one) => to(one, command === "H" ? 0 : 1)).join(" ");
    // Of an arc, two radii, an angle and two flags stand before its end.
    if (command === "A")
      return (
        command +
        values.map((one, i) => (i % 7 < 2 ? round(one * scale) : i % 7 < 5 ? one : to(one, (i % 7) - 5))).join(" ")
      );
    return command + values.map((one, i) => to(one, i % 2)).join(" ");
  });
}

export function isSuit(letter: string | undefined): letter is Suit {
  return letter !== undefined && letter in SHAPES;
}

/** A suit as a picture for a style sheet: in running text, where a drawing of its own for each would be a layer each. */
export function pipImage(of: Suit, colour: string): string {
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100">${suit(of, 0, 0, 96, colour)}</svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(drawn)}")`;
}

/** Four decimals are finer than any screen. */
export function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

/** The mark: three teeth down, one up, in a box of 84 x 44. */
export const MARK = "M0 19.5H62L73 0L84 19.5V24.5H62.5L52 44L41.5 24.5L31 44L20.7 24.5L10.4 44L0 24.5Z";

export function mark(x: number, y: number, width: number, fill: string): string {
  const scale = round(width / 84);
  return `<path transform="translate(${round(x - width / 2)} ${round(y - 22 * scale)}) scale(${scale})" d="${MARK}" fill="${fill}"/>`;
}

/** A rank as it stands on a card: its letters' height in units, centred at x, with the foot at y. */
export function rank(text: string, x: number, foot: number, height: number, fill: string, narrow = 0.98): string {
  const size = round(height / 0.729);
  const squeeze = text.length > 1 ? narrow * 0.82 : narrow;
  return (
    `<text transform="translate(${x} ${foot}) scale(${round(squeeze)} 1)" text-anchor="middle" class="rank"` +
    ` font-size="${size}" fill="${fill}"${text.length > 1 ? ' letter-spacing="-.05em"' : ""}>${text}</text>`
  );
}
