// A finished game by turns: the effect of each, the turning points, and the counts. Pure.
import { ends, laysFaceDown, shuffles, turnsUp, wins } from "../table/events";
import { turningOf } from "../table/ending";
import { mostLaid } from "../table/pots";
import type { Story } from "../schema";
import type { GameEvent, Question, View } from "../wire";

/** One entry of the log of a game that is over. */
export interface StoryStep {
  seq: number;
  /** `{"go": n}`, `{"seat", "choice"}` or `{"undo": n}`; null for the deal. */
  entry: { go?: number; seat?: number | null; choice?: string; undo?: number } | null;
  turn: number;
  events: GameEvent[];
  view: View & { shares?: number[] };
  question: Question | null;
}
/** A part of a story as the server tells it: entries up to `next`, the shares of all turns, the result. */
export type StoryPart = Omit<Story, "steps" | "result"> & {
  steps: StoryStep[];
  result: { winners: number[]; reason: string | null; turns: number };
};

export interface StoryTurn {
  turn: number;
  /** The last entry that belongs to it. */
  seq: number;
  /** Each seat's holdings after it. */
  shares: readonly number[];
  milestones: number;
  /** The most cards that lay between the players in it. */
  pot: number;
  events: GameEvent[];
  steps: StoryStep[];
  view: View;
}

/** The entries that count in the end: without those that were taken back, and without the taking back. */
export function counted(steps: readonly StoryStep[]): StoryStep[] {
  const found: StoryStep[] = [];
  for (const step of steps) {
    if (step.entry?.undo) found.splice(found.length - step.entry.undo);
    else found.push(step);
  }
  return found;
}

/** A table on which nobody sees the cards that are still to be drawn, although all are known by now. */
export function covered(view: View): View {
  const piles = Object.entries(view.piles).map(([pile, shown]) => [
    pile,
    DRAWN.has(pile) ? { count: shown.count } : shown,
  ]);
  return { ...view, piles: Object.fromEntries(piles) as View["piles"] };
}
const DRAWN = new Set(["stock", "shoe"]);

/** A turn each: entries of one turn together. `unit` of the game's own shares are one for players. */
export function tale(
  steps: readonly StoryStep[],
  history: readonly (readonly number[])[],
  milestone: string | null,
  unit = 1,
): StoryTurn[] {
  const found: Omit<StoryTurn, "pot">[] = [];
  for (const step of counted(steps)) {
    const last = found.at(-1);
    const same = last?.turn === step.turn ? found.pop()!.steps : [];
    const all = [...same, step];
    const events = all.flatMap((one) => one.events);
    found.push({
      turn: step.turn,
      seq: step.seq,
      shares: (history[step.turn] ?? step.view.shares ?? []).map((share) => share / unit),
      milestones: events.filter((event) => event.kind === milestone).length,
      events,
      steps: all,
      view: step.view,
    });
  }
  const pots = mostLaid(found.map((one) => one.events));
  return found.map((one, i) => ({ ...one, pot: pots[i]! }));
}

/** The share that changed hands in a turn. */
const moved = (now: Pick<StoryTurn, "shares">, before: Pick<StoryTurn, "shares">): number =>
  Math.max(0, ...now.shares.map((share, seat) => Math.abs(share - (before.shares[seat] ?? 0))));

type Course = readonly Pick<StoryTurn, "shares">[];

/** What the chart shows before a turn. */
const sharesBefore = (course: Course, i: number, start: readonly number[] | null): readonly number[] =>
  (i === 0 ? start : course[i - 1]?.shares) ?? course[i]!.shares;

/** The seat that chose in a turn; null where none did, or several. */
export function chooserOf({ steps }: Pick<StoryTurn, "steps">): number | null {
  const seats = new Set(steps.flatMap(({ entry }) => (entry?.choice === undefined ? [] : [entry.seat ?? null])));
  return seats.size === 1 ? [...seats][0]! : null;
}

/** The change that a turn is called after: that of the seat whose part of the chart it moved most. It is the reader's
 * own (`me`) where that is at least half as large. */
export interface Change {
  seat: number;
  before: number;
  after: number;
}
export function changeAt(
  course: Course,
  i: number,
  start: readonly number[] | null = null,
  me: number | null = null,
): Change {
  const [then, now] = [sharesBefore(course, i, start), course[i]!.shares];
  const changes = now.map((after, seat) => ({ seat, before: then[seat] ?? 0, after }));
  const size = ({ before, after }: Change) => Math.abs(after - before);
  const most = changes.reduce((most, one) => (size(one) > size(most) ? one : most));
  const own = changes.find(({ seat }) => seat === me);
  return own && 2 * size(own) >= size(most) ? own : most;
}

/** The turn that the end of a game names, which brought most to the seat that ends with most. */
export function namedAtEnd(told: Course): number | null {
  return turningOf(told.map((one) => one.shares))?.turn ?? null;
}

/**
 * The turns that moved most of what a chart shows, in order, and the one that the end of a game names. Of what is
 * counted on the table, a turn that moved no more than the plain ones (the lower quartile) turned nothing, and of equals
 * the later ones count; of what is estimated, only a `certain` change counts.
 */
export function turningPoints(
  course: Course,
  most: number,
  named: number | null = null,
  certain: { start: readonly number[]; turns: ReadonlySet<number> } | null = null,
): number[] {
  const moves = course
    .map((one, i) => ({ i, by: moved(one, { shares: sharesBefore(course, i, certain?.start ?? null) }) }))
    .filter((one) => one.by > 0);
  const plain = moves.map((one) => one.by).sort((a, b) => a - b)[Math.floor((moves.length - 1) / 4)] ?? 0;
  const found = moves
    .filter((one) => (certain ? certain.turns.has(one.i) : one.by > plain))
    .sort((a, b) => b.by - a.by || b.i - a.i)
    .slice(0, most)
    .map((one) => one.i);
  return [...new Set(named === null ? found : [...found, named])].sort((a, b) => a - b);
}

/** The leader; null in a tie. */
export function leader(shares: readonly number[]): number | null {
  const best = Math.max(...shares);
  const all = shares.flatMap((share, seat) => (share === best ? [seat] : []));
  return all.length === 1 ? all[0]! : null;
}

export interface Counts {
  turns: number;
  leads: number;
  /** The turn that moved most, and how much. */
  swing: { turn: number; by: number };
  /** Turns with a milestone, and milestones in all. */
  eventful: number;
  milestones: number;
  pot: number;
  /** The fewest that a seat had. */
  fewest: number;
}

export function counts(
  told: readonly Pick<StoryTurn, "turn" | "shares" | "milestones" | "pot">[],
  seat: number,
): Counts {
  let leads = 0;
  let ahead: number | null = null;
  let swing = { turn: 0, by: 0 };
  told.forEach((one, i) => {
    const now = leader(one.shares);
    if (now !== null && ahead !== null && now !== ahead) leads++;
    ahead = now ?? ahead;
    const by = i === 0 ? 0 : moved(one, told[i - 1]!);
    if (by > swing.by) swing = { turn: one.turn, by };
  });
  return {
    turns: told.at(-1)?.turn ?? 0,
    leads,
    swing,
    eventful: told.filter((one) => one.milestones > 0).length,
    milestones: told.reduce((sum, one) => sum + one.milestones, 0),
    pot: Math.max(0, ...told.map((one) => one.pot)),
    fewest: Math.min(...told.map((one) => one.shares[seat] ?? 0)),
  };
}

/** A side's cards of a turn: each card, and whether it lay open. */
export function laid(events: readonly GameEvent[], seat: number): { code: string | null; up: boolean }[] {
  return events
    .filter((event) => event.seat === seat && event.to === "pot" && (turnsUp(event) || laysFaceDown(event)))
    .map((event) => ({ code: event.card === "??" ? null : (event.card ?? null), up: turnsUp(event) }));
}

/** The number of a rank dealt to each seat, if the first table shows its packets and hands; else null. */
export function dealt(view: View, seats: number, rank: string): number[] | null {
  const found = Array.from({ length: seats }, (_, seat) =>
    ["deck", "hand"].flatMap((kind) => view.piles[`${kind} ${seat}`]?.cards ?? []),
  );
  if (found.some((cards) => cards.length === 0 || cards.includes("??"))) return null;
  return found.map((cards) => cards.filter((card) => card.length === 2 && card.startsWith(rank)).length);
}

/** Fewer turns without a change are drawn. */
const FLAT = 5;

/**
 * The turn with which a chart begins: the last of the first turns that changed nothing for anybody, if these are at
 * least five, and a quarter of all turns; else the deal.
 */
export function beginning(history: readonly (readonly number[])[]): number {
  const first = history[0] ?? [];
  const changed = history.findIndex((row) => row.some((one, seat) => one !== first[seat]));
  return changed - 1 >= Math.max(FLAT, (history.length - 1) / 4) ? changed - 1 : 0;
}

/** Ticks of an axis from `first` to `last`: round numbers, about as far apart as `wide` says, in turns. */
export function ticks(last: number, wide: number, first = 0): { small: number[]; named: number[] } {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find((one) => one >= wide) ?? 10000;
  const every = (by: number) =>
    Array.from({ length: Math.floor(last / by) + 1 }, (_, i) => i * by).filter((one) => one >= first);
  return { small: every(step / 5 >= 1 ? step / 5 : step), named: every(step).filter((one) => one > first) };
}

/** The part of a turn's events that is laid out for a look: up to the winner's sweep. */
export function looked(events: readonly GameEvent[]): number {
  const swept = events.findIndex((event) => wins(event) || ends(event));
  const shuffled = events.findIndex((event, i) => shuffles(event) && events.slice(i).some(wins));
  const cut = [swept, shuffled].filter((at) => at >= 0);
  return cut.length > 0 ? Math.min(...cut) : events.length;
}
