// The reason why a card of my hand, or a state, can't be played now: the game's own, or whose turn it is. Pure.
import type { Question, SeatInfo } from "../wire";
import { t } from "../words/words.svelte";
import { standsIn } from "./company.svelte";

export interface Why {
  text: string;
  /** The clause that bars the card; null where nothing but the turn does. */
  clause: string | null;
}

interface Now {
  me: number;
  seats: readonly SeatInfo[];
  names: readonly string[];
  question: Question | null;
  /** Cards still move. */
  running: boolean;
  /** Whose turn it is, where the game tells. */
  turnOf?: number;
  over: boolean;
  watching: boolean;
  /** Nothing can be done at this table now, for this reason. */
  still: string | null;
}

/** Return the reason against a state, as the target of the chosen one or by itself; null if there is none. */
export function againstState({ why_not = [] }: Question, state: string, from: string | null): string | null {
  const against = (place: string) => why_not.find((one) => one.states?.includes(place))?.text ?? null;
  return (from !== null && from !== state ? against(`>${state}`) : null) ?? against(state);
}

/** Null where a press on the card means something, or nothing is to be played any more. */
export function whyNot(code: string, now: Now): Why | null {
  const { me, seats, names, question, running, turnOf = me, over, watching, still } = now;
  const says = (text: string): Why => ({ text, clause: null });
  if (watching || over) return null;
  if (still !== null) return says(still);
  if (standsIn(seats[me])) return says(t("why.bot"));
  if (running && turnOf !== me) return says(t("why.turn", { name: names[turnOf] ?? "" }));
  if (running) return says(t("why.moving"));
  if (question === null) return null; // a press on the table goes on
  if (question.choices == null) return says(t("why.turn", { name: names[question.seat ?? 0] ?? "" }));
  return question.why_not?.find((one) => one.cards?.includes(code)) ?? says(question.text ?? "");
}
