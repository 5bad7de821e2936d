// The end of a game: winners, standings, the turns in which players dropped out, and the turn that moved most. Pure.
import type { Drama, GameEvent, View } from "../wire";
import { capital, t } from "../words/words.svelte";
import { deals, dropsOut, ends, rings, showsHand } from "./events";

/** Who has won, as it is said in large letters; `house`: nobody's win is the house's. */
export function wonBy(winners: readonly number[], names: readonly string[], me: number | null, house: boolean): string {
  const [first, ...more] = winners;
  if (first === undefined) return t(house ? "ended.house" : "ended.draw");
  const called = [...winners].sort((a, b) => Number(b === me) - Number(a === me)).map((seat) => names[seat] ?? "");
  if (more.length > 0) {
    const names = t("ended.and", { all: called.slice(0, -1).join(", "), one: called.at(-1)! });
    return t("ended.shared", { names });
  }
  return first === me ? t("ended.you") : t("ended.wins", { name: called[0]! });
}

/** True where seats hold points: in lanes and on a map. */
export const countsPoints = (ground: string | undefined): boolean => ground === "lanes" || ground === "map";

/** The reason for the end without what the title beside it says: "You win: …", "…: a draw." */
export function besides(title: string, reason: string): string {
  const [begin, end] = [title.replace(/\.$/, ": "), `: ${title.charAt(0).toLowerCase()}${title.slice(1)}`];
  if (reason.startsWith(begin)) return capital(reason.slice(begin.length));
  return reason.endsWith(end) ? `${reason.slice(0, -end.length)}.` : reason;
}

export interface Place {
  seat: number;
  /** From 1; seats that stand equally share one. */
  place: number;
  /** The turn after which it had nothing left, where that is known. */
  out: number | null;
  /** What it holds, in words. */
  holds: string | null;
  /** Why it was out, in a sentence, where one was told. */
  why: string | null;
  /** True if a ring was drawn around it since the last deal. */
  ringed: boolean;
}

/** A hand that was shown after the last deal, with its worth. */
export interface Shown {
  seat: number;
  cards: readonly string[];
  value: string;
}

export interface Turning {
  turn: number;
  /** The seat that the cards went to. */
  seat: number;
  from: number;
  to: number;
}

export interface Ending {
  winners: readonly number[];
  /** Why it is over, in a sentence. */
  reason: string;
  places: readonly Place[];
  showdown: readonly Shown[];
  /** The turn that brought most to the seat that ends with most; null in a draw, and where no turn moved anything. */
  turning: Turning | null;
}

/** Null where nothing says how the game ended. In a `race` all begin with nothing, and nobody is out for want of it. */
export function endingOf(
  view: View | null,
  log: readonly { turn?: number; events: readonly GameEvent[] }[],
  history: readonly (readonly number[])[],
  drama: Drama,
  race = false,
): Ending | null {
  const end = view?.over ? log.at(-1)?.events.findLast(ends) : undefined;
  if (!view || !end) return null;
  const winners = (end.winners as number[] | undefined) ?? [];
  const ranking = (end.ranking as number[][] | undefined) ?? [];
  const holding = view.told?.holding as string[] | undefined;
  const events = log.flatMap((one) => one.events);
  const round = lastRound(events);
  const ringed = new Set(round.filter((event) => rings(drama, event)).map((event) => event.seat));
  const places = ranking.flatMap((group, i) =>
    group.map((seat) => ({
      seat,
      place: 1 + ranking.slice(0, i).flat().length,
      out: race || winners.includes(seat) ? null : (droppedIn(log, seat) ?? outAfter(history, seat)),
      holds: holding?.[seat] ?? null,
      why: whyOut(log, seat),
      ringed: ringed.has(seat),
    })),
  );
  const turning = winners.length > 0 ? turningOf(history) : null;
  return { winners, reason: end.text ?? "", places, showdown: showdownOf(events, drama), turning };
}

/** The turn in which a seat dropped out, as far as the log tells. */
const droppedIn = (log: readonly { turn?: number; events: readonly GameEvent[] }[], seat: number): number | undefined =>
  log.find((one) => one.events.some((event) => dropsOut(event) && event.seat === seat))?.turn;

/** The events since the last deal. */
const lastRound = (events: readonly GameEvent[]) => events.slice(events.findLastIndex(deals) + 1);

/** The hands that were shown since the last deal. */
export function showdownOf(events: readonly GameEvent[], drama: Drama): Shown[] {
  return lastRound(events)
    .filter((event) => showsHand(drama, event))
    .map(({ seat, cards, value }) => ({ seat: seat!, cards: String(cards).split(" "), value: String(value) }));
}

/** The turn after which a seat has nothing left for good; null if it has something, or never had. */
export function outAfter(history: readonly (readonly number[])[], seat: number): number | null {
  const last = history.findLastIndex((row) => (row[seat] ?? 0) > 0);
  return last < 0 || last === history.length - 1 ? null : last + 1;
}

/** The last sentence about a seat in the turn that put it out, before the one that it is out; null if it is about a card. */
export function whyOut(log: readonly { events: readonly GameEvent[] }[], seat: number): string | null {
  const out = (event: GameEvent) => dropsOut(event) && event.seat === seat;
  const events = log.findLast((one) => one.events.some(out))?.events ?? [];
  const until = events.slice(0, Math.max(0, events.findLastIndex(out)));
  const before = until.slice(until.findLastIndex(deals) + 1).findLast((event) => event.seat === seat);
  return before && before.card === undefined && before.from === undefined && before.cards === undefined
    ? (before.text?.trim() ?? null)
    : null;
}

/** The turn that cost a seat most, the last of equals; null where none cost more than the card that is turned up. */
export function setback(history: readonly (readonly number[])[], seat: number | undefined): number | null {
  const lost = history.map((row, turn) =>
    turn === 0 ? 0 : (history[turn - 1]![seat ?? -1] ?? 0) - (row[seat ?? -1] ?? 0),
  );
  const most = Math.max(0, ...lost);
  return most > 1 ? lost.lastIndexOf(most) : null;
}

const sumOf = (row: readonly number[]) => row.reduce((sum, one) => sum + one, 0);

/** The turn that brought most to the seat that ends with most, the last of equals. Where points are made, and not only
 * passed on, what the best of the others lost in it counts as well: a stolen card is worth more than one's own. */
export function turningOf(history: readonly (readonly number[])[]): Turning | null {
  const last = history.at(-1) ?? [];
  const seat = last.indexOf(Math.max(...last));
  const isMade = history.some((row) => sumOf(row) !== sumOf(last));
  const others = (row: readonly number[]) => Math.max(...row.filter((_, other) => other !== seat));
  const brought = (turn: number) => {
    const [before, after] = [history[turn - 1]!, history[turn]!];
    const lost = isMade && after.length > 1 ? Math.max(0, others(before) - others(after)) : 0;
    return (after[seat] ?? 0) - (before[seat] ?? 0) + lost;
  };
  let found: Turning | null = null;
  for (let turn = 1; turn < history.length; turn++) {
    const [from, to] = [history[turn - 1]?.[seat] ?? 0, history[turn]?.[seat] ?? 0];
    if (to > from && brought(turn) >= (found ? brought(found.turn) : 0)) found = { turn, seat, from, to };
  }
  return found;
}
