// The server's analysis of a game: numbers as people read them, and the chart's course. Pure.
import type { Analysis, ChoiceDecided, Decided, LedTo, PlaceHeld, ValuesSoFar } from "../schema";
import "../words/late";
import { counted, spoken, t } from "../words/words.svelte";
import type { StoryTurn } from "./turns";

export type { Analysis, ChoiceDecided, Decided, ValuesSoFar };

/** A value as text: "34 %", or the game's own unit. */
export function worth(value: number, share: boolean, language: string, signed = false): string {
  const sign = signed ? "exceptZero" : "auto";
  const written = (n: number, digits: number) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits, signDisplay: sign }).format(n).replace("-", "−");
  return share ? `${written(value * 100, Math.abs(value) < 0.0995 ? 1 : 0)}\u00a0%` : written(value, 1);
}

/** The turns of a story with what each seat could expect after them in the place of what it has. While a game is
 * analysed, turns whose values are still to come repeat those of the last known one. */
export function chances(told: readonly StoryTurn[], decided: Pick<ValuesSoFar, "start" | "turns">): StoryTurn[] {
  const values = new Map(decided.turns.map((one) => [one.turn, one.values]));
  let last = decided.start;
  return told.map((one) => {
    last = values.get(one.turn) ?? last;
    return { ...one, shares: last, milestones: 0, pot: 0 };
  });
}

/** A seat that holds more after a turn than before it, and whose chance to win is lower all the same. */
export interface Fall {
  seat: number;
  before: number;
  after: number;
}
/** A smaller change of the chance to win is not worth a sentence, nor one that lies within so many standard errors of the
 * two estimates. */
const [WORTH_TELLING, CERTAIN] = [0.05, 3.5];

/** The falls of a turn, from what each seat holds and its chance to win, estimated in so many worlds. */
export function fallsOf(
  holds: Record<"before" | "after", readonly number[]>,
  chance: Record<"before" | "after", readonly number[]>,
  worlds: number,
): Fall[] {
  return chance.after.flatMap((after, seat) => {
    const before = chance.before[seat] ?? 0;
    const gains = (holds.after[seat] ?? 0) > (holds.before[seat] ?? 0);
    const error = Math.sqrt((before * (1 - before) + after * (1 - after)) / worlds);
    return gains && before - after >= Math.max(WORTH_TELLING, CERTAIN * error) ? [{ seat, before, after }] : [];
  });
}

export type Part = "expected" | "luck" | "choices" | "others" | "result";

/** A line of the sum: what it adds, and from where to where it leads. */
export interface Line {
  part: Part;
  value: number;
  from: number;
  to: number;
  /** Half its 95 % interval, where it has one. */
  around: number;
}

/** The parts of a seat's result, each from where the previous one has led. Games without choices leave them out. */
export function lines(decided: Decided, seat: number): Line[] {
  const account = decided.accounts[seat]!;
  const has = (part: "choices" | "others") =>
    decided.choices.some((one) => (one.seat === seat) === (part === "choices"));
  const found: Line[] = [
    { part: "expected", value: account.expected, from: 0, to: account.expected, around: account.expected_around },
  ];
  let at = account.expected;
  for (const part of ["luck", "choices", "others"] as const) {
    if (part !== "luck" && !has(part)) continue;
    const value = account[part];
    found.push({ part, value, from: at, to: at + value, around: part === "luck" ? 0 : account[`${part}_around`] });
    at += value;
  }
  return [...found, { part: "result", value: account.result, from: 0, to: account.result, around: 0 }];
}

/** The position of a value on a scale that holds a whole sum, from 0 to 1. */
export function scale(all: readonly Line[]): (value: number) => number {
  const ends = all.flatMap((one) => [one.from, one.to]);
  const [least, most] = [Math.min(0, ...ends), Math.max(...ends, 1e-9)];
  return (value) => (value - least) / (most - least);
}

/** Why the better choice was better than a mistake, in a sentence or two: by what each led to a few turns later, or else
 * by how the games ended that bots played on from there. `me` is the reader's seat. */
export function because(one: ChoiceDecided, share: boolean, names: readonly string[], me: number | null): string {
  const { seat, made, best, compared, led_to: led } = one;
  const name = (seat: number) => names[seat] ?? "";
  const { told, about } = led ? consequences(one, led, share, names, me) : { told: [], about: [] };
  const say = (choice: string) => worth(compared[choice] ?? 0, share, spoken());
  const ends = `sum.because.${share ? "wins" : "worth"}${seat === me ? ".you" : ""}` as const;
  const atEnd = () => t(ends, { name: name(seat), made: say(made), best: say(best) });
  const helped = led && (told.length === 0 || about.includes(led.helped)) ? led.helped : null;
  const most = helped === null ? [] : [t(helped === me ? "sum.helped.you" : "sum.helped", { name: name(helped) })];
  return [...(told.length > 0 ? told : [atEnd()]), ...most].join(" ");
}

/** The consequences that explain most, in sentences, and the seats whose gain may be told with them: who has won by then,
 * the places that the player holds, or what each has. */
function consequences(
  { seat, made, compared }: ChoiceDecided,
  led: LedTo,
  share: boolean,
  names: readonly string[],
  me: number | null,
): { told: string[]; about: readonly (number | null)[] } {
  const name = (seat: number) => names[seat] ?? "";
  if (led.told_won.length > 0)
    return { told: led.told_won.map((other) => wonBy(led, other, name(other), me)), about: led.told_won };
  if (share && (compared[made] ?? 1) < LOST) return { told: [], about: [] };
  if (led.places.length > 0)
    return {
      told: led.places.map((one, i) => heldBy(led, one, i === 0, seat === me, name(seat))),
      about: [led.helped],
    };
  return { told: led.told.map((other, i) => laterOn(led, other, i === 0, name(other), me)), about: led.told };
}
/** Whoever wins less often after a choice has lost by it: nothing later matters. */
const LOST = 0.005;

/** How many games a seat has won some turns after the better choice, and after the one made. */
function wonBy(led: LedTo, seat: number, name: string, me: number | null): string {
  const share = (values: readonly number[]) => worth(values[seat] ?? 0, true, spoken());
  const told = { name, made: share(led.won_made), best: share(led.won_best) };
  return counted(seat === me ? "sum.because.won.you" : "sum.because.won", led.turns, told);
}

/** How often a seat holds a place some turns after the better choice, and after the one made. */
function heldBy(led: LedTo, { place, made, best }: PlaceHeld, first: boolean, mine: boolean, name: string): string {
  const share = (value: number) => worth(value, true, spoken());
  const told = { name, place, made: share(made), best: share(best) };
  if (!first) return t("sum.because.place.also", told);
  return counted(mine ? "sum.because.place.you" : "sum.because.place", led.turns, told);
}

/** What a seat has some turns after the better choice, and after the one made. */
function laterOn(led: LedTo, seat: number, first: boolean, name: string, me: number | null): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const number = (values: readonly number[]) => new Intl.NumberFormat(spoken(), digits).format(values[seat]!);
  const told = { name, unit: led.unit, made: number(led.made), best: number(led.best) };
  if (!first) return t(seat === me ? "sum.because.also.you" : "sum.because.also", told);
  return counted(seat === me ? "sum.because.you" : "sum.because", led.turns, told);
}

/** What a hint tells of the better choice, and to its own player (`me`) of the one made; empty where it tells nothing. */
export function brings(one: ChoiceDecided, names: readonly string[], me: number | null): string {
  const [best, made] = [one.gains[one.best], one.gains[one.made]];
  if (one.seat !== me) return best ? t("sum.brings.of", { name: names[one.seat] ?? "", gain: best }) : "";
  if (best === made) return "";
  return [
    ...(best ? [t("sum.brings.best", { gain: best })] : []),
    ...(made ? [t("sum.brings.made", { gain: made })] : []),
  ].join(" ");
}

/** By how much the chance of a seat to win rose in the turn of its mistake; 0 if it did not, or by too little to tell. */
export function roseAllTheSame({ start, turns, share }: Decided, { turn, seat }: ChoiceDecided): number {
  const at = turns.findIndex((one) => one.turn === turn);
  const before = (turns[at - 1]?.values ?? start)[seat] ?? 0;
  const rose = (turns[at]?.values[seat] ?? 0) - before;
  return share && rose >= WORTH_TELLING ? rose : 0;
}

/** The mistakes, the most expensive first, without those that the adviser would have made too; one that was made again
 * in its turn, in another roll, once. */
export const mistakesOf = (choices: readonly ChoiceDecided[]): ChoiceDecided[] =>
  choices
    .filter((one) => one.mistake !== null && one.advice !== one.made)
    .sort((a, b) => b.cost - a.cost)
    .filter((one, i, all) => all.findIndex((other) => isAlike(one, other)) === i);
const isAlike = (one: ChoiceDecided, other: ChoiceDecided): boolean =>
  (["turn", "seat", "made", "best"] as const).every((key) => one[key] === other[key]);

/** True if the better choice was made after all, later in the same turn. */
export const madeLater = (mistake: ChoiceDecided, choices: readonly ChoiceDecided[]): boolean =>
  choices
    .slice(choices.indexOf(mistake) + 1)
    .some(({ turn, seat, made }) => turn === mistake.turn && seat === mistake.seat && made === mistake.best);

/** True if the best choice is certainly better than the one made. */
export const isBetter = (one: ChoiceDecided): boolean => one.best !== one.made && one.low > 0;
