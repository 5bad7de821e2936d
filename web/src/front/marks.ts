// Teeth and patterns of the six sides: what tells them apart where colour does not.
import type { Pattern, Tooth } from "../look/tokens";

/** A tooth standing on a level line at 0, 0 and pointing up, `size` high. Chevrons, bars and rings are drawn with a line. */
export function toothPath(kind: Tooth, size: number): { d: string; line: boolean } {
  const s = size;
  switch (kind) {
    case "triangle":
      return { d: `M${-s} 0L0 ${-s * 1.45}L${s} 0Z`, line: false };
    case "half-disc":
      return { d: `M${-s} 0A${s} ${s} 0 0 1 ${s} 0Z`, line: false };
    case "square":
      return { d: `M${-s * 0.85} 0V${-s * 1.5}H${s * 0.85}V0Z`, line: false };
    case "chevron":
      return { d: `M${-s * 0.95} 0L0 ${-s * 1.45}L${s * 0.95} 0`, line: true };
    case "bars":
      return { d: `M${-s * 0.6} 0V${-s * 1.5}M${s * 0.6} 0V${-s * 1.5}`, line: true };
    case "ring":
      return { d: `M${-s * 0.75} ${-s * 0.8}a${s * 0.75} ${s * 0.75} 0 1 1 0 .01Z`, line: false };
  }
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
