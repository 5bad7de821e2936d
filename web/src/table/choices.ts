// A question's choices as buttons and as cards to touch: from their parts, or from their notation where there are none.
import { CHAMPZ } from "../art/champz";
import type { Part, Question } from "../wire";
import { cardShort, maybe, ordinal } from "../words/words.svelte";
import { PLAYING, type Tableau } from "./tableau";

export interface Choice {
  /** What is sent. */
  text: string;
  part: Part;
}

/** Choices of one verb: a button each, with the one that is chosen now. */
export interface Group {
  verb: string;
  choices: Choice[];
}

const CARD = /^([2-9TJQKA][CDHS]|JK[12]|[A-Z0-9]+(-[A-Z0-9]+)+|[A-Z]{4,})$/;

/** A choice's notation taken apart: `discard 7H`, `draw stock`, `bet 10 tie 1`, `attack brazil>peru 3`. */
export function partOf(text: string): Part {
  const [verb = "", ...words] = text.split(" ");
  const part: Part = { verb };
  for (const word of words) {
    if (CARD.test(word)) part.cards = [...(part.cards ?? []), word];
    else if (/^\d+$/.test(word)) part.number ??= Number(word);
    else if (word.includes(">")) part.states = word.split(">");
    else if (["stock", "discard", "shoe", "deck"].includes(word)) part.pile = word;
    else part.states = [...(part.states ?? []), word];
  }
  if (verb === "blitz" && part.number !== undefined) {
    part.seat = part.number;
    delete part.number;
  }
  return part;
}

/** True for a choice of a card to take from another player's lane. */
const isSteal = ({ part }: Choice) => part.verb === "blitz";
const gain = ({ part }: Choice) => CHAMPZ[part.cards?.[0] ?? ""]?.points ?? 0;

/** The choices of a question; of the cards to take from others those of most points come first. */
export function choicesOf(question: Question | null): Choice[] {
  if (!question?.choices) return [];
  const found = question.choices.map((text, i) => ({ text, part: question.parts?.[i] ?? partOf(text) }));
  const steals = found.filter(isSteal).sort((a, b) => gain(b) - gain(a));
  return found.map((one) => (isSteal(one) ? steals.shift()! : one));
}

/** By verb (and pile: to draw from the stock is another thing than to take the discard), the usual choice's group first. */
export function groups(choices: readonly Choice[], usual: string | undefined): Group[] {
  const found = new Map<string, Group>();
  for (const choice of choices) {
    const key = `${choice.part.verb} ${choice.part.pile ?? ""}`;
    const group = found.get(key) ?? { verb: choice.part.verb, choices: [] };
    group.choices.push(choice);
    found.set(key, group);
  }
  const list = [...found.values()];
  const first = list.findIndex((group) => group.choices.some((choice) => choice.text === usual));
  return first > 0 ? [list[first]!, ...list.slice(0, first), ...list.slice(first + 1)] : list;
}

/** The n-th of a list, or the one nearest to it. */
export function at<T>(list: readonly T[], n: number): T {
  return list[Math.min(list.length - 1, Math.max(0, n))]!;
}

/** What goes on from one to those beside it in a row, and whether it is the first or the last of it. */
export function along<T>(
  row: readonly T[],
  one: T,
  choose: (other: T) => void,
): { by: (more: number) => void; least: boolean; most: boolean } {
  const place = row.indexOf(one);
  return { by: (more) => choose(at(row, place + more)), least: place === 0, most: place === row.length - 1 };
}

/** What a choice is called on its button. `values` are the game's own words for it, such as what a hand is worth. */
export function labelOf(
  { text, part }: Choice,
  tableau: Tableau,
  values: Record<string, string | number>,
  short = false,
): string {
  if (part.label) {
    const label = (part.cards ?? []).reduce((said, code) => said.replaceAll(code, cardShort(code)), part.label);
    // It may name other cards too; in a pack of its own "TD" is no ten of diamonds.
    return PLAYING.test(part.cards?.[0] ?? "") ? label.replace(CARD_WORD, (code) => cardShort(code)) : label;
  }
  const pile = part.pile ?? part.cards?.[0];
  const top = part.pile ? tableau.get(part.pile)?.[0]?.code : null;
  const card = part.cards?.[0] ?? top;
  const known = {
    ...values,
    ...(card ? { card: cardShort(card) } : {}),
    ...(part.cards?.[1] ? { other: cardShort(part.cards[1]) } : {}),
    ...(part.number === undefined ? {} : { n: part.verb === "flip" ? ordinal(part.number) : part.number }),
  };
  const names = [`choice.${part.verb} ${pile ?? ""}`.trim(), `choice.${part.verb}`, `verb.${part.verb}`];
  for (const name of names.flatMap((one) => (short ? [`${one}.short`, one] : [one, `${one}.short`]))) {
    const said = maybe(name, known);
    if (said && !said.includes("{")) return said; // a text that tells more than is known here is left out
  }
  const words = text.replace(CARD_WORD, (code) => cardShort(code)).replaceAll(">", " → ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** True for a card that is no playing card. */
export const isOwn = (code: string | null): boolean => code !== null && !PLAYING.test(code);
const CARD_WORD = /\b([2-9TJQKA][CDHS]|JK[12])\b/g;

/** The choices that name a card. */
export function naming(choices: readonly Choice[], code: string): Choice[] {
  return choices.filter((choice) => choice.part.cards?.includes(code));
}

/** The choices that a card of my hand makes: those that name it, and those that are what it does, such as to blitz. */
export function playedBy(choices: readonly Choice[], code: string): Choice[] {
  return choices.filter(({ part }) =>
    part.seat === undefined || part.verb === "steal" ? part.cards?.includes(code) : part.verb === code.toLowerCase(),
  );
}

/** The choices that take a card of the table by its rank. */
export function taking(choices: readonly Choice[], code: string): Choice[] {
  return choices.filter(({ part }) => part.verb === "take" && part.cards?.[0]?.[0] === code[0]);
}

/** Where every choice plays a card of my hand: those of the chosen one's card. Others are reached by their cards. */
export function ofOneCard(
  choices: readonly Choice[],
  chosen: Choice | null,
  hand: readonly string[],
): readonly Choice[] {
  const code = chosen?.part.cards?.[0];
  /** A card that is taken from a seat is not played, though I may hold its like. */
  const isPlayed = (choice: Choice, card: string) => hand.includes(card) && playedBy([choice], card).length > 0;
  const plays = choices.every((one) => one.part.cards?.length === 1 && isPlayed(one, one.part.cards[0]!));
  return plays && code ? playedBy(choices, code) : choices;
}

/** The choices that take a card from a seat. */
export function robbing(choices: readonly Choice[], seat: number, code: string): Choice[] {
  return naming(choices, code).filter((choice) => choice.part.seat === seat);
}

/** The choice that turns over the n-th card of a row, counted from 0. */
export function flipping(choices: readonly Choice[], n: number): Choice[] {
  return choices.filter((choice) => choice.part.verb === "flip" && choice.part.number === n + 1);
}

const SHORT: Record<string, string> = { a: "attack", m: "move", b: "bomb", p: "place" };

/** What is written by hand as the notation has it: `a brazil peru 3` is `attack brazil>peru 3`. */
export function spelled(text: string): string {
  const [first = "", ...words] = text.trim().toLowerCase().split(/\s+/);
  const verb = SHORT[first] ?? first;
  const pairs =
    ["attack", "move", "bomb"].includes(verb) &&
    words.length > 1 &&
    !words[0]!.includes(">") &&
    !/^\d+$/.test(words[1]!);
  return [verb, ...(pairs ? [`${words[0]}>${words[1]}`, ...words.slice(2)] : words)].join(" ").trim();
}

/** The choices that take a seat's pile. */
export function stealing(choices: readonly Choice[], seat: number | null): Choice[] {
  return choices.filter((choice) => choice.part.verb === "steal" && choice.part.seat === seat);
}

/** The choices that take from or lay to a pile. */
export function onPile(choices: readonly Choice[], pile: string): Choice[] {
  return choices.filter((choice) => choice.part.pile === pile);
}
