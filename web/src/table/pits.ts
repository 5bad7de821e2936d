// Nested battles as tables within the mouth of the front: where each strip and the inmost battle lie.
import type { Battle } from "../film/still";
import type { Plate } from "./place";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Nested {
  /** The outer battles that are told in a strip each, the outermost first; how many more lie around them. */
  strips: { box: Box; battle: Battle; index: number; stake: number }[];
  more: number;
  inner: Box;
  /** Seats stand at the edges, out of the way; in pixels. */
  plates: { me: Plate; far: Plate };
  /** The front runs down the left edge, its fork around everything. */
  front: { top: number; bottom: number; now: number; steps: number; least: number; reach: number };
}

/** Deeper than this the outermost battles become one line. */
const STRIPS = 2;

export function pits(battles: readonly Battle[], width: number, height: number, phone: boolean): Nested {
  const outer = battles.slice(0, -1);
  const low = height < 480 && !phone;
  const more = Math.max(0, outer.length - (low ? 0 : STRIPS));
  const shown = outer.slice(more);
  const [strip, inset, left] = phone ? [56, 8, 0] : [74, 15, Math.round(width * 0.124)];
  const [top, bottom] = phone ? [92, height - 34] : [low ? 54 : 66, height - 12];
  const line = more > 0 ? (phone ? 22 : 26) : 0;
  const box = (level: number): Box => ({
    x: left + inset * level,
    y: top + line + strip * level,
    width: width - (phone ? 0 : 3) - inset * level - (left + inset * level),
    height: bottom - inset * level - (top + line + strip * level),
  });
  const strips = shown.map((battle, i) => ({
    box: box(i),
    battle,
    index: more + i + 1,
    // A Diplomat leaves one card behind, for which the battle within is fought.
    stake: Math.max(1, battles[more + i + 1]!.base),
  }));
  const last = box(shown.length);
  const inner =
    shown.length > 0
      ? last
      : { x: last.x + inset, y: last.y + inset, width: last.width - 2 * inset, height: last.height - 2 * inset };
  const now = phone ? 0 : Math.round(width * 0.054);
  const edge = (y: number): Plate => ({
    x: phone ? 16 : 14,
    y,
    align: "left",
    number: phone ? 22 : 44,
    name: phone ? "beside" : "below",
  });
  const plates = phone ? { far: edge(72), me: edge(height - 17) } : { far: edge(84), me: edge(height - 156) };
  return {
    strips,
    more,
    inner,
    plates,
    front: { top, bottom, now: Math.max(1, now), steps: 9, least: bottom - top, reach: phone ? 1 : width * 0.1 },
  };
}
