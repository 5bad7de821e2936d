// A rulebook for the page: its contents, its search results, and the expectations of examples. Pure.
import { laysFaceDown } from "../table/events";
import type { LessonStep, RuleTable } from "../schema";
import type { Question, View, GameEvent } from "../wire";
import type { Key } from "../words/catalogue";
import { LETTERS } from "../look/tokens";
import { named } from "./seats";
import "../words/late";

export type { LessonStep };

export interface Ruling {
  id: string;
  text: string;
  options: readonly string[];
}
export interface Clause {
  id: string;
  text: string;
  seed: string;
  ruling?: string;
  example: readonly { note?: string }[];
  /** What it needs to hold, by option; `seats` is the number of players. */
  when?: Readonly<Record<string, Needed>>;
}
type Value = string | number | boolean;
type Needed = Value | readonly Value[] | { least: number };
/** A clause with its examples played, and the presets under which it holds. */
export interface PlayedClause extends Clause {
  example: readonly Example[];
  presets?: readonly string[];
}
export interface Scenario {
  code: string;
  name: string;
  ours: boolean;
  clauses: readonly [first: string, last: string];
  trigger: string;
  story: string;
}
export interface Rulebook {
  title: string;
  groups: Readonly<Record<string, string>>;
  ruling: readonly Ruling[];
  clause: readonly Clause[];
  /** The game in four sentences, and the id of the clause whose example shows it. */
  brief?: readonly string[];
  shown?: string;
  /** The game in about ten lines, and rules to look up. */
  short?: readonly string[];
  tables?: readonly RuleTable[];
  /** A first game in five to eight steps. */
  lesson?: readonly LessonStep[];
  /** The ids of former versions, and those that took their place. */
  formerly?: Readonly<Record<string, string>>;
  /** By group, the presets of which it is the text; a group that is not there is the text of all. */
  presets?: Readonly<Record<string, readonly string[]>>;
  scenarios?: readonly Scenario[];
  matrix?: { ranks: readonly string[]; cells: readonly (readonly string[])[] } | null;
}
/** A table of an example, and what led to it: the first as it was laid, then one after each sentence. */
export interface Laid {
  events: GameEvent[];
  view: View;
  question: Question | null;
  /** The choice that follows there. */
  choice?: string | null;
  /** What the choice that led here did, told to who made it; empty where no choice did. */
  did?: string;
}
/** A scenario, as its file has it (docs/contract.md). */
export interface Played {
  seats?: number | null;
  preset?: string | null;
  options?: Readonly<Record<string, unknown>>;
  expect?: Readonly<Record<string, unknown>>;
  piles?: Readonly<Record<string, string>>;
  state?: Readonly<Record<string, number>>;
  [key: string]: unknown;
}
export interface Example {
  note?: string;
  scenario: Played;
  result: Result;
  steps: readonly Laid[];
}
export interface Result {
  over: boolean;
  winners: readonly number[];
  turns: number;
  turn_winner: number | null;
  reason: string | null;
  piles: Readonly<Record<string, string>>;
  state: Readonly<Record<string, number>>;
  pending: unknown;
  [key: string]: unknown;
}

/** An id of a clause or ruling: `WP-12`, `BK-R09`, `CW-R1`. */
export const CLAUSE = /^[A-Z]{1,3}\d{0,2}-R?\d{1,3}$/;

/** Words and the ids among them. */
export function cited(text: string): { text: string; id: string | null }[] {
  return text
    .split(/(?<![\w-])([A-Z]{1,3}\d{0,2}-R?\d{1,3})(?![\w-])/)
    .map((part, i) => ({ text: part, id: i % 2 === 1 ? part : null }))
    .filter((part) => part.text !== "");
}

export interface Chapter {
  group: string;
  title: string;
  clauses: readonly Clause[];
}

/** The clauses by groups, in the order of the book; of groups with very many, by scenarios. */
export function chapters(book: Rulebook): Chapter[] {
  return Object.entries(book.groups).flatMap(([group, title]) => {
    const clauses = book.clause.filter((one) => one.id.split("-")[0] === group);
    const scenarios = (book.scenarios ?? []).filter((one) => one.clauses[0].split("-")[0] === group);
    if (scenarios.length === 0) return clauses.length > 0 ? [{ group, title, clauses }] : [];
    const starts = scenarios.map((one) => ({
      at: clauses.findIndex((clause) => clause.id === one.clauses[0]),
      to: clauses.findIndex((clause) => clause.id === one.clauses[1]),
      one,
    }));
    const last = Math.max(...starts.map((one) => one.to));
    return [
      { group, title, clauses: clauses.slice(0, Math.min(...starts.map((one) => one.at))) },
      ...starts
        .sort((a, b) => a.at - b.at)
        .map(({ at, to, one }) => ({ group: one.code, title: one.name, clauses: clauses.slice(at, to + 1) })),
      { group: "", title, clauses: clauses.slice(last + 1) },
    ].filter((one) => one.clauses.length > 0);
  });
}

/** Clauses and rulings in which every word of the search stands, in the id, the rule, the source or an example's note. */
export function found<T extends Clause | Ruling>(entries: readonly T[], search: string): T[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter((one) => {
    const notes = "example" in one ? one.example.map((example) => example.note ?? "") : [];
    const all = [one.id, one.text, "seed" in one ? one.seed : one.options.join(" "), ...notes].join(" ").toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** The rulings that a clause names, and the clauses that name a ruling. */
export const rulingsOf = (book: Rulebook, clause: Clause): Ruling[] =>
  book.ruling.filter((one) => clause.ruling?.split(" ").includes(one.id));
export const decidedBy = (book: Rulebook, ruling: Ruling): Clause[] =>
  book.clause.filter((one) => one.ruling?.split(" ").includes(ruling.id));

/** What a clause needs of an option: one value, one of several, or a number that is large enough. */
export function needed(clause: Clause): { option: string; values: readonly Value[]; least: boolean }[] {
  return Object.entries(clause.when ?? {}).map(([option, need]) => {
    if (typeof need !== "object") return { option, values: [need], least: false };
    return "least" in need ? { option, values: [need.least], least: true } : { option, values: need, least: false };
  });
}

export interface Claim {
  key: Key;
  values: Record<string, string | number>;
  true: boolean;
}

/** An example's expectations: keys of the catalogue with their values, and whether each was met. */
export function claims(
  expect: Readonly<Record<string, unknown>>,
  result: Result,
  names: readonly string[],
  pileName: (pile: string) => string,
  counterName: (counter: string) => string,
): Claim[] {
  return Object.entries(flat(expect)).map(([key, wanted]) => claim(key, wanted, result, names, pileName, counterName));
}

/** `expect.count."deck 0"` and `expect."count.deck 0"` are the same. */
function flat(expect: Readonly<Record<string, unknown>>, before = ""): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(expect).flatMap(([key, value]) =>
      before === "" && /^(count|state|known \d+)$/.test(key) && value !== null && typeof value === "object"
        ? Object.entries(flat(value as Record<string, unknown>, `${before}${key}.`))
        : [[before + key, value]],
    ),
  );
}

function claim(
  key: string,
  wanted: unknown,
  result: Result,
  names: readonly string[],
  pileName: (pile: string) => string,
  counterName: (counter: string) => string,
): Claim {
  const name = (seat: unknown) => names[Number(seat)] ?? String(seat);
  const [head, rest] = [key.split(".")[0]!, key.slice(key.indexOf(".") + 1)];
  const made = (word: Key, values: Record<string, string | number>, found: unknown): Claim => ({
    key: word,
    values,
    true: agrees(wanted, found),
  });
  if (key === "turn_winner")
    return typeof wanted === "number"
      ? made("claim.winner", { name: name(wanted) }, result.turn_winner)
      : made("claim.nobody", {}, result.turn_winner);
  if (key === "over") return made(wanted ? "claim.over" : "claim.goesOn", {}, result.over);
  if (key === "winners")
    return (wanted as number[]).length > 0
      ? made("claim.wins", { name: (wanted as number[]).map(name).join(", ") }, result.winners)
      : made("claim.draw", {}, result.winners);
  if (key === "reason") return made("claim.reason", { reason: String(wanted).replaceAll("_", " ") }, result.reason);
  if (key === "turns") return made("claim.turns", { n: Number(wanted) }, result.turns);
  if (key === "pending" && wanted === "null") return made("claim.pending", {}, result.pending);
  if (key === "pending") {
    const { seat, choices } = wanted as { seat: number | null; choices: string[] };
    return made("claim.asked", { name: name(seat), choices: choices.join(", ") }, result.pending);
  }
  if (head === "count")
    return made("claim.count", { pile: pileName(rest), n: Number(wanted) }, cardsOf(result.piles[rest]).length);
  if (head === "state")
    return made("claim.state", { what: counter(rest, names, counterName), n: String(wanted) }, result.state[rest]);
  if (head.startsWith("known "))
    return made("claim.known", { name: name(head.slice(6)), pile: pileName(rest), cards: bare(wanted) }, result[key]);
  if (key in result.piles) {
    const cards = bare(wanted);
    return made(cards === "" ? "claim.pile.none" : "claim.pile", { pile: pileName(key), cards }, result.piles[key]);
  }
  if (key === "events") return made("claim.events", { n: (wanted as unknown[]).length }, result[key]);
  if (key === "ranking") {
    const places = (wanted as number[][]).map((group) => group.map(name).join(" = "));
    return made("claim.ranking", { names: places.join(", ") }, result[key]);
  }
  return made(
    "claim.state",
    { what: counterName(key), n: typeof wanted === "string" ? wanted : JSON.stringify(wanted) },
    result[key],
  );
}

/** `points 0` as "points, A". */
function counter(name: string, names: readonly string[], counterName: (counter: string) => string): string {
  const [, kind = name, seat] = /^(.*?)(?: (\d+))?$/.exec(name)!;
  return seat === undefined ? counterName(kind) : `${counterName(kind)}, ${names[Number(seat)] ?? seat}`;
}

const bare = (wanted: unknown): string => String(wanted).replace(/^\{|\}$/g, "");
const cardsOf = (pile: string | undefined): string[] => (pile ?? "").split(" ").filter(Boolean);

/** As the package compares: `{…}` in any order, `"null"` for nothing. */
function agrees(wanted: unknown, found: unknown): boolean {
  if (wanted === "null") return found === null || found === undefined;
  if (typeof wanted === "string" && /^\{.*\}$/.test(wanted))
    return cardsOf(bare(wanted)).sort().join() === cardsOf(String(found)).sort().join();
  return JSON.stringify(wanted) === JSON.stringify(found);
}

/** A line of an example: who does what, as a sentence; `laid` is the table before it, `asked` what it ends with. */
export interface Moment {
  kind: "laid" | "told" | "asked";
  seat: number | null;
  text: string;
}

/** The names of an example's tables. Seats that the sentences number are named by their letters. */
export function moments(steps: readonly Laid[], names: readonly string[]): Moment[] {
  return steps.map(({ events, question }, i) => {
    const told = events.filter((event) => event.text?.trim());
    const text = told.map((event) => named(event.text!.trim(), names)).join(" ");
    if (text) return { kind: "told", seat: told[0]!.seat ?? null, text };
    if (question && i > 0) return { kind: "asked", seat: question.seat, text: question.text ?? question.question };
    return { kind: "laid", seat: null, text: "" };
  });
}

const COUNTED = new Set(["deck", "stock", "shoe"]);

/**
 * Tables as they look to who sits at them: packets face down, and what was laid face down, until it is turned or taken;
 * the seats are called by their letters.
 */
export function faceDown(steps: readonly Laid[]): Laid[] {
  const down = new Set<string>();
  return steps.map((step) => {
    const { events, view } = step;
    const seen = events.map((told) => {
      const event = told.text ? { ...told, text: named(told.text, LETTERS) } : told;
      const { card } = event;
      if (card === undefined) return event;
      const hides = laysFaceDown(event);
      if (hides) down.add(card);
      else down.delete(card);
      return hides ? { ...event, card: "??" } : event;
    });
    const piles = Object.entries(view.piles).map(([pile, { count, cards }]) => [
      pile,
      COUNTED.has(pile.split(" ")[0]!)
        ? { count }
        : { count, cards: cards?.map((card) => (down.has(card) ? "??" : card)) },
    ]);
    return { ...step, events: seen, view: { ...view, piles: Object.fromEntries(piles) as View["piles"] } };
  });
}
