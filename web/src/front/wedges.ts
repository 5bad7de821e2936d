// Wars on the course of a front: each opens it up to the result of winning and down to the result of losing. Pure.
import { level, type Point, type Stake } from "./geometry";

/**
 * The shares of the far side that each turn's war was fought for; null for a turn without one. `pots` are the cards
 * laid in the turn's war, as shares of all cards.
 */
export function opened(shares: readonly number[], pots: readonly number[]): (Stake | null)[] {
  return shares.map((_, i) => {
    const [was, pot = 0] = [shares[i - 1], pots[i]];
    return was === undefined || pot === 0 ? null : { won: was - pot / 2, lost: was + pot / 2 };
  });
}

/** How high a course rises, turn by turn: the lowest share that the far side had or could have had. */
export const rises = (shares: readonly number[], pots: readonly number[]): number[] =>
  opened(shares, pots).map((war, turn) => Math.max(0, Math.min(shares[turn]!, war?.won ?? 1)));

/** A war is at most so many pixels wide: in a game of two turns it would fill half the table. */
const WIDEST = 72;

/**
 * A war between two points of a course, as an SVG path; `top` and `bottom` are where the shares 0 and 1 lie. However
 * near the points are, it is at least `least` pixels wide: its black would not be seen in a long game.
 */
export function wedge(from: Point, to: Point, { won, lost }: Stake, top: number, bottom: number, least = 0): string {
  const [middle, half] = [(from.x + to.x) / 2, Math.max(Math.min(to.x - from.x, WIDEST), least) / 2];
  /** The part of the way between the points that it leaves on either side. */
  const aside = Math.max(0, (to.x - from.x) / 2 - half) / (to.x - from.x || 1);
  const fall = (to.y - from.y) * aside;
  const corners = [
    { x: middle - half, y: from.y + fall },
    { x: middle, y: level(won, top, bottom) },
    { x: middle + half, y: to.y - fall },
    { x: middle, y: level(lost, top, bottom) },
  ];
  return `M${corners.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}
