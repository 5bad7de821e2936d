// The words and figures of a deal of the day: its state, its results and their groups. Pure.
import "../words/late";
import type { BetOdds, DailyDeal, DailyDecided, DailyGroup, DailyResult, Outcome } from "../schema";
import { counted, levelCalled, maybe, maybeCounted, ordinal, percent, spoken, t, whole } from "../words/words.svelte";

/** A group without an upper end has this or more as its last. */
const ENDLESS = 1_000_000;
const MINUTE = 60_000;

/** "ends in 12 h 24 min" */
export function ends(left: number): string {
  const minutes = Math.max(1, Math.ceil(left / MINUTE));
  const [h, m] = [Math.floor(minutes / 60), minutes % 60];
  return h > 0 ? t("daily.ends", { h, m }) : t("daily.ends.soon", { m });
}

/** "Monday 23 November": a day as people say it. */
export const dayCalled = (day: string): string =>
  new Intl.DateTimeFormat(spoken() === "en" ? "en-GB" : spoken(), {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  }).format(new Date(`${day}T00:00:00Z`));

/** The page on which a deal is played, or my game of it. */
export const wayTo = ({ state, room, game }: DailyDeal): string =>
  state === "playing" && room !== null ? `/r/${room}` : `/daily/${game}`;

/** Where I stand in one of today's deals. */
export function stateOf(deal: DailyDeal): string {
  if (deal.state === "new") return t("daily.new");
  if (deal.state === "playing")
    return deal.round === null ? t("daily.playing") : t("daily.playing.round", { n: deal.round });
  return deal.place === null ? t("daily.counting") : t("daily.place", { place: ordinal(deal.place), n: deal.finished });
}

const score = (game: string, n: number) => maybeCounted(`daily.score.${game}`, n) ?? String(n);

/** "won, three lives", "2nd, no lives", "38 cards" */
export function outcomeCalled(game: string, { place, score: n }: Outcome): string {
  if (place === 0) return score(game, n);
  if (place > 1 && n === 0) return ordinal(place);
  return place === 1
    ? t("daily.won.with", { score: score(game, n) })
    : t("daily.lost.with", { place: ordinal(place), score: score(game, n) });
}

/** How long it took; empty where that does not count. */
export function lengthCalled(game: string, { rounds }: Outcome): string {
  if (rounds === 0) return "";
  return maybeCounted(`daily.length.${game}`, rounds) ?? counted("daily.turns", rounds);
}

/** The foot of a bar. */
export function groupCalled({ kind, first, last }: DailyGroup): string {
  if (kind === "lost") return ordinal(first);
  if (first === 0 && last >= ENDLESS) return t("daily.won");
  if (last >= ENDLESS) return `${first}+`;
  return first === last ? String(first) : `${first}–${last}`;
}

/** Bars side by side that are of one kind, and what it is. */
export function kindsOf({ game, groups }: Pick<DailyResult, "game" | "groups">): { name: string; bars: number }[] {
  const bars = (kind: DailyGroup["kind"]) => groups.filter((one) => one.kind === kind).length;
  return [
    { name: maybe(`daily.wonBy.${game}`) ?? "", bars: bars("won") },
    { name: maybe(`daily.scores.${game}`) ?? "", bars: bars("score") },
    { name: t("daily.lost"), bars: bars("lost") },
  ].filter((one) => one.bars > 0);
}

/** The most points of a front's line, and the share of the ground that the worst and the best group leave. */
const [POINTS, EDGE] = [60, 0.12];
/** The points of half an interval with which a cost still says something. */
const MOST_AROUND = 10;
/** The share of the width that the words about the beginning take up. */
const WORDS = 0.2;
/** A turn is marked no further right than this share of the width. */
const LAST = 0.985;

/** Everybody's results as the far side's shares, from the worst to the best; empty where there are none. */
export function courseOf(groups: readonly Pick<DailyGroup, "count">[]): number[] {
  const best = groups.length - 1;
  const all = groups.flatMap(({ count }, place) => Array<number>(count).fill(place)).reverse();
  if (all.length === 0) return [];
  return Array.from({ length: POINTS }, (_, i) => {
    const place = all[Math.floor((all.length * i) / POINTS)]!;
    return EDGE + (best === 0 ? 0.5 : place / best) * (1 - 2 * EDGE);
  });
}

/** My chance to win as the far side's shares, before the deal and after each turn; empty where it is none. */
export const chancesOf = ({ course, share }: Pick<DailyDecided, "course" | "share">): number[] =>
  share && course.length > 1 ? course.map((chance) => EDGE + (1 - chance) * (1 - 2 * EDGE)) : [];

/** How high the words about its beginning lie: above the first part of the course, which is as wide as they are. */
export const aboveBegin = (chances: readonly number[]): number =>
  Math.min(...chances.slice(0, Math.ceil(WORDS * chances.length)));

/** The place of a turn on that course, as shares of the width and of the height. */
export const turnOn = (chances: readonly number[], at: number): { x: number; y: number } => ({
  x: Math.min(LAST, at / Math.max(1, chances.length - 1)),
  y: chances[at] ?? 0.5,
});

/** The cost of my choices, if it is known to some points. */
export const costShown = ({ cost }: Pick<DailyDecided, "cost">): { value: number; around: number } | null =>
  cost && cost.high - cost.value <= MOST_AROUND ? { value: cost.value, around: cost.high - cost.value } : null;

/** "Turn 12: your choice there gained most over fierce's, 27 % to 41 %." */
export function wonCalled({ won, adviser, share }: Pick<DailyDecided, "won" | "adviser" | "share">): string {
  if (won === null) return "";
  const value = (n: number) => (share ? `${percent(n)} %` : whole(n));
  const values = {
    turn: won.turn,
    before: value(won.before),
    after: value(won.after),
    level: levelCalled(adviser ?? ""),
  };
  return t(won.gain !== null ? "daily.won.choice" : won.turn === 0 ? "daily.won.deal" : "daily.won.turn", values);
}

/** The place of a group on that course: its middle, as a share of the width and of the height. */
export function placeOn(groups: readonly Pick<DailyGroup, "count">[], group: number): { x: number; y: number } {
  const all = groups.reduce((sum, one) => sum + one.count, 0);
  const worse = groups.slice(group + 1).reduce((sum, one) => sum + one.count, 0);
  const best = groups.length - 1;
  return {
    x: all === 0 ? 0.5 : (worse + groups[group]!.count / 2) / all,
    y: EDGE + (best === 0 ? 0.5 : group / best) * (1 - 2 * EDGE),
  };
}

/** The share of games of War that last at most so many turns. */
export function shareWithin({ step, within }: BetOdds, turns: number): number {
  const low = Math.floor(Math.max(0, turns) / step);
  if (low + 1 >= within.length) return 1;
  return within[low]! + (within[low + 1]! - within[low]!) * (Math.max(0, turns) / step - low);
}

/** The turns that half of all games last at most. */
export function medianOf({ step, within }: BetOdds): number {
  const high = within.findIndex((share) => share >= 0.5);
  const [below, above] = [within[high - 1] ?? 0, within[high]!];
  return Math.round(step * (high - 1 + (0.5 - below) / (above - below)));
}

const LENGTH_POINTS = 40;

/** The points of a bet on the length if the game lasts so long. */
export const lengthPoints = (odds: BetOdds, bet: number, turns: number): number =>
  Math.round(LENGTH_POINTS * Math.max(0, 1 - 2 * Math.abs(shareWithin(odds, bet) - shareWithin(odds, turns))));
