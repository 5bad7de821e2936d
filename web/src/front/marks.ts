// Teeth and patterns of the six sides: they distinguish sides without colour.
import type { Pattern, Tooth } from "../look/tokens";

type At = (x: number, y: number) => string;

/** Each tooth in units of its size, standing on 0, 0 and pointing up. */
const FORMS: Record<Tooth, (at: At, s: number) => string> = {
  triangle: (at) => `M${at(-1, 0)}L${at(0, -1.45)}L${at(1, 0)}Z`,
  "half-disc": (at, s) => `M${at(-1, 0)}A${s} ${s} 0 0 1 ${at(1, 0)}Z`,
  square: (at) => `M${at(-0.85, 0)}L${at(-0.85, -1.5)}L${at(0.85, -1.5)}L${at(0.85, 0)}Z`,
  chevron: (at) => `M${at(-0.95, 0)}L${at(0, -1.45)}L${at(0.95, 0)}`,
  bars: (at) => `M${at(-0.6, 0)}L${at(-0.6, -1.5)}M${at(0.6, 0)}L${at(0.6, -1.5)}`,
  ring: (at, s) =>
    `M${at(-0.75, -0.8)}A${0.75 * s} ${0.75 * s} 0 1 1 ${at(0.75, -0.8)}A${0.75 * s} ${0.75 * s} 0 1 1 ${at(-0.75, -0.8)}Z`,
};
const DRAWN: readonly Tooth[] = ["chevron", "bars"];
const fixed = (value: number) => Math.round(value * 10) / 10;

/** A tooth standing on a level line at 0, 0 and pointing up, `size` high. Chevrons and bars are drawn with a line. */
export function toothPath(kind: Tooth, size: number): { d: string; line: boolean } {
  return { d: teethPath(kind, size, [{ x: 0, y: 0, angle: 0 }]), line: DRAWN.includes(kind) };
}

/** All teeth of a side as one path, so that a front is drawn by a few elements however long it is; `angle` in degrees. */
export function teethPath(
  kind: Tooth,
  size: number,
  marks: readonly { x: number; y: number; angle: number }[],
): string {
  return marks
    .map(({ x, y, angle }) => {
      const [cos, sin] = [Math.cos((angle * Math.PI) / 180) * size, Math.sin((angle * Math.PI) / 180) * size];
      return FORMS[kind]((dx, dy) => `${fixed(x + dx * cos - dy * sin)} ${fixed(y + dx * sin + dy * cos)}`, size);
    })
    .join("");
}

/** A pattern's tile: its size, what is drawn in it, and how the tile is turned. Lines are 1.3 px. */
export const PATTERNS: Record<Pattern, { size: number; d: string; turn: number; dots?: boolean }> = {
  diagonal: { size: 8, d: "M0 4H8", turn: -45 },
  dots: { size: 7, d: "M1.5 1.5h.01M5 5h.01", turn: 0, dots: true },
  level: { size: 7, d: "M0 3.5H7", turn: 0 },
  lattice: { size: 8.5, d: "M0 4H8.5M4 0V8.5", turn: 45 },
  counter: { size: 8, d: "M0 4H8", turn: 45 },
  upright: { size: 7, d: "M3.5 0V7", turn: 0 },
};
