// A lesson: the steps of a rulebook's lesson, each the example of a clause in which the learner makes the choices. Pure.
import { capital, cardsNamed } from "../words/words.svelte";
import { choicesOf, labelOf, type Choice } from "../table/choices";
import type { Tableau } from "../table/tableau";
import type { Question } from "../wire";
import { named } from "./seats";
import { faceDown, type Example, type Laid, type LessonStep, type PlayedClause } from "./book";

/** The most choices that are shown beside the right one; on a map, where states can be pressed too, one. */
const [BESIDE, ON_MAP] = [3, 1];

export const exampleOf = (step: LessonStep, clause: PlayedClause): Example => clause.example[step.example - 1]!;

/** The tables as the learner sees them: players have their letters, and the hands of others stay hidden until the last. */
export function seenBy(seat: number, steps: readonly Laid[]): Laid[] {
  return faceDown(steps).map((laid, i) => {
    if (i === steps.length - 1) return laid;
    const piles = Object.entries(laid.view.piles).map(([pile, seen]) => {
      const [name, of] = pile.split(" ");
      return [pile, name === "hand" && of !== String(seat) ? { count: seen.count } : seen];
    });
    return { ...laid, view: { ...laid.view, piles: Object.fromEntries(piles) as typeof laid.view.piles } };
  });
}

/** The choice that the learner is to make at a table; null where they are asked nothing. */
export function rightChoice(seat: number, laid: Laid | undefined): string | null {
  const { question, choice } = laid ?? {};
  return question?.seat === seat && choice && question.choices?.includes(choice) ? choice : null;
}

/** The card that the learner is to press at a table, to read why it can't be played; null where there is none. */
export function barredCard(seat: number, laid: Laid | undefined): string | null {
  const { question, choice } = laid ?? {};
  return (question?.seat === seat && !choice && question.why_not?.[0]?.cards?.[0]) || null;
}

/**
 * The question at a table, in which the right choice lies chosen, or nothing where a card is to be pressed that can't be
 * played; null where the learner is asked nothing. Its labels call the players by their `names`.
 */
export function questionAt(seat: number, names: readonly string[], laid: Laid): Question | null {
  const right = rightChoice(seat, laid);
  if (!laid.question || (!right && !barredCard(seat, laid))) return null;
  const parts = laid.question.parts?.map((part) => (part.label ? { ...part, label: named(part.label, names) } : part));
  return { ...laid.question, parts, usual: right ?? "" };
}

/** What the learner's last choice did, where the step asks for another one now; empty before the first. */
export function didAt(seat: number, tables: readonly Laid[], at: number, names: readonly string[]): string {
  const made = tables.slice(0, at).findLastIndex((table) => rightChoice(seat, table));
  if (made < 0) return "";
  const choice = choicesOf(tables[made]!.question).find(({ text }) => text === tables[made]!.choice);
  return cardsNamed(named(withStates(tables[made + 1]!.did ?? "", choice?.part.states), names));
}

/** A text with states by their names. */
const withStates = (text: string, states: readonly string[] = []): string =>
  states.reduce((said, state) => said.replaceAll(state, capital(state)), text);

/** The choices to press: the right one and a few others, in their own order. */
export function offered(laid: Laid, right: string): Choice[] {
  const all = choicesOf(laid.question);
  // Of answers that differ in their time alone, one is enough.
  const quick = laid.question?.reaction;
  const others = quick
    ? all.filter((one) => (one.text === quick.passes) !== (right === quick.passes)).slice(0, 1)
    : all.filter((one) => one.text !== right).slice(0, all.some(({ part }) => part.states) ? ON_MAP : BESIDE);
  return all.filter((one) => one.text === right || others.includes(one));
}

/** A choice on its button; seats that the label numbers are called by their names. */
export function called(choice: Choice, tableau: Tableau, names: readonly string[]): string {
  return withStates(named(labelOf(choice, tableau, {}), names), choice.part.states);
}
