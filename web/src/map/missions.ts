// Secret missions: a card's name taken apart, its text, and how far a player has come.
import "../words/late";
import { t } from "../words/words.svelte";
import type { GameMap } from "./map";

/** As many of seven states of a map as the mission of many states asks for, rounded down (ruling BW-R31). */
const [MANY, OF] = [4, 7];
const SEATS = "abcde";

export type Goal = { pair: [string, string] } | { states: number } | { seat: number };

/** What a mission card asks for; null if it is none. */
export function goalOf(card: string): Goal | null {
  const [one, other] = card.split("+");
  if (one && other) return { pair: [one, other] };
  const states = /^(\d+)-states$/.exec(card);
  if (states) return { states: Number(states[1]) };
  const seat = SEATS.indexOf(/^defeat-([a-e])$/.exec(card)?.[1] ?? "?");
  return seat < 0 ? null : { seat };
}

/** The text of a mission. */
export function told(map: Pick<GameMap, "continents">, names: readonly string[], goal: Goal): string {
  const title = (name: string) => map.continents.find((one) => one.name === name)?.title ?? name;
  if ("pair" in goal) return t("order.hold", { one: title(goal.pair[0]), other: title(goal.pair[1]) });
  if ("states" in goal) return t("order.states", { n: goal.states });
  return t("order.eliminate", { name: names[goal.seat] ?? SEATS[goal.seat]!.toUpperCase() });
}

interface Holdings {
  map: Pick<GameMap, "continents" | "states">;
  owners: Record<string, number>;
  /** Whose mission it is. */
  me: number;
  /** The seat that eliminated a seat, plus 1; 0: none. */
  fellTo: (seat: number) => number;
}

/** The goal that counts now: many states in place of a player who is oneself, or fell to somebody else. */
export function current(goal: Goal, { map, me, fellTo }: Holdings): Goal {
  if (!("seat" in goal)) return goal;
  const fallen = fellTo(goal.seat);
  const impossible = goal.seat === me || (fallen > 0 && fallen !== me + 1);
  return impossible ? { states: Math.floor((MANY * map.states.length) / OF) } : goal;
}

/** How many of the states that a goal needs are mine; null where states are not counted. */
export function progress(goal: Goal, { map, owners, me }: Holdings): { n: number; of: number } | null {
  if ("seat" in goal) return null;
  const mine = map.states.filter((one) => owners[one.name] === me);
  if ("states" in goal) return { n: mine.length, of: goal.states };
  const within = (states: GameMap["states"]) => states.filter((one) => goal.pair.includes(one.continent)).length;
  return { n: within(mine), of: within(map.states) };
}

const CARDS = /[a-z]+(?:-[a-z]+)*\+[a-z]+(?:-[a-z]+)*|\d+-states|defeat-[a-e]/g;

/** A sentence with the texts of missions in place of their cards' names. */
export function titledMissions(map: Pick<GameMap, "continents">, names: readonly string[], text: string): string {
  return text.replace(CARDS, (card) => told(map, names, goalOf(card)!));
}
