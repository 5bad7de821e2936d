// Where chips lie at a time, and how open each seat's mouth is: a pure function of the timeline, like the scene.
import type { Point } from "../front/geometry";
import type { Bet } from "./bets";
import { cueAt, type Timeline } from "./timeline";
import { eased, FADE } from "./timings";

/** Chips that lie together. */
export interface Stack extends Point {
  seat: number;
  of: "bet" | "raised" | "paid";
  sum: number;
  opacity: number;
  moves: boolean;
}

/** A seat's bet as it is seen. */
export interface SeenBet {
  seat: number;
  bet: Bet;
  stacks: readonly Stack[];
  /** How open its mouth is, 0 to 1. */
  open: number;
}

/** Places of chips, in pixels. */
export interface Spots {
  name: Point;
  front: Point;
  /** Where the front's mouth is open. */
  under: Point;
  house: Point;
  /** From a stack to the one beside it. */
  beside: number;
}

/** How high chips rise on their way. */
const ARC = 40;
const STACKS = ["bet", "raised", "paid"] as const;

/** The bets at a time; `spots` are the places of a seat. */
export function betsAt(
  timeline: Timeline,
  t: number,
  spots: (seat: number) => Spots,
  reduced: boolean,
): readonly SeenBet[] {
  const index = cueAt(timeline, t);
  return [...timeline.cues[index]!.still.bets].map(([seat, bet]) => {
    let first = index;
    while (first > 0 && timeline.cues[first - 1]!.still.bets.get(seat) === bet) first--;
    const { at, lasts } = timeline.cues[first]!;
    const was = first > 0 ? timeline.cues[first - 1]!.still.bets.get(seat) : undefined;
    const gone = lasts > 0 && first > 0 ? Math.min(1, (t - at) / (reduced ? FADE : lasts)) : 1;
    const share = eased(gone);
    const here = spots(seat);
    const stacks = STACKS.flatMap((of) => stackAt(of, was, bet, here, { seat, share, gone, reduced }));
    const from = Number(was?.open ?? false);
    return { seat, bet, stacks, open: from + (Number(bet.open) - from) * share };
  });
}

interface Way {
  seat: number;
  share: number;
  gone: number;
  reduced: boolean;
}

const sumOf = (of: Stack["of"], bet: Bet | undefined): number => (bet ? bet[of === "bet" ? "sum" : of] : 0);

function stackAt(
  of: Stack["of"],
  was: Bet | undefined,
  bet: Bet,
  spots: Spots,
  { seat, share, gone, reduced }: Way,
): Stack[] {
  const sum = sumOf(of, bet);
  if (sum === 0) return [];
  const target = spotOf(of, bet, spots);
  const source = was && sumOf(of, was) > 0 ? spotOf(of, was, spots) : of === "paid" ? spots.house : spots.name;
  const moves = gone < 1 && (source.x !== target.x || source.y !== target.y);
  const leaves = bet.lies === "front" ? 1 : 1 - gone ** 3;
  if (!moves || reduced)
    return [{ seat, of, sum, ...target, opacity: reduced && moves ? gone * leaves : leaves, moves }];
  // Making room for the mouth is no flight: an arc would cross its words.
  const flies = bet.lies !== "front" || was?.lies !== "front" || source === spots.house;
  const high = flies && Math.abs(source.y - target.y) > ARC ? ARC * 4 * share * (1 - share) : 0;
  const [x, y] = [source.x + (target.x - source.x) * share, source.y + (target.y - source.y) * share - high];
  return [{ seat, of, sum, x, y, opacity: leaves, moves }];
}

function spotOf(of: Stack["of"], bet: Bet, spots: Spots): Point {
  const { x, y } = bet.lies === "front" ? (bet.open ? spots.under : spots.front) : spots[bet.lies];
  return { x: x + (of === "bet" ? 0 : spots.beside), y };
}
