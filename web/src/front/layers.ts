// The shares of three or more sides over a whole game as layers, mine at the bottom. Pure.
import { monotone, path, teeth, type Piece, type Tooth } from "./geometry";

export interface Layer {
  seat: number;
  /** The ground. */
  area: string;
  /** Its upper border: the front to the layer above it. */
  edge: Piece[];
  /** The teeth of this seat, along its borders with those that have ground beside it. */
  marks: Tooth[];
}

/** The shares, where those who are left have nothing (all swim) with the ground that each had before. */
function keptGround(shares: readonly (readonly number[])[]): (readonly number[])[] {
  const found: (readonly number[])[] = [];
  for (const row of shares) found.push(row.some((one) => one > 0) ? row : (found.at(-1) ?? row));
  return found;
}

/** The layers of a game by its shares after every turn; `open` leaves what nobody has yet above them. */
export function layers(
  shares: readonly (readonly number[])[],
  near: number,
  size: { width: number; height: number },
  spacing: number,
  open = false,
): Layer[] {
  const history = keptGround(shares);
  const seats = history[0]?.length ?? 0;
  const order = Array.from({ length: seats }, (_, i) => (near + i) % seats);
  const sums = history.map((row) => row.reduce((sum, one) => sum + Math.max(0, one), 0));
  const most = Math.max(1, ...sums);
  const x = (turn: number) => (turn / Math.max(1, history.length - 1)) * size.width;
  const edgeOf = (upTo: number) =>
    monotone(
      history.map((row, turn) => {
        const below = order.slice(0, upTo).reduce((sum, seat) => sum + Math.max(0, row[seat] ?? 0), 0);
        const whole = open ? most : sums[turn]!;
        return { x: x(turn), y: size.height * (1 - (whole > 0 ? below / whole : upTo / seats)) };
      }),
    );
  const edges = Array.from({ length: seats + 1 }, (_, i) => edgeOf(i));
  const marks = new Map(order.map((seat): [number, Tooth[]] => [seat, []]));
  edges.slice(1).forEach((edge, i) => {
    for (const tooth of teeth(edge, spacing)) {
      const row = history[Math.round((tooth.x / size.width) * (history.length - 1))]!;
      const has = (seat: number) => (row[seat] ?? 0) > 0;
      const above = order.slice(i + 1).find(has);
      if (has(order[i]!) && above !== undefined) marks.get(tooth.of === 0 ? order[i]! : above)!.push(tooth);
    }
  });
  return order.map((seat, i) => ({
    seat,
    area: between(edges[i]!, edges[i + 1]!),
    edge: edges[i + 1]!,
    marks: marks.get(seat)!,
  }));
}

function between(lower: readonly Piece[], upper: readonly Piece[]): string {
  const back = [...lower].reverse().map(({ from, c1, c2, to }) => ({ from: to, c1: c2, c2: c1, to: from }));
  const end = back[0]?.from;
  return end ? `${path(upper)}L${end.x} ${end.y}${path(back, false)}Z` : "";
}
