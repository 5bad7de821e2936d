// A question to the lab, and its form as a link: a game, its rules, an option or two and the values to try. Pure.
import { changed, fields, type Field } from "../pages/options";
import { rulesAsQuery, rulesIn, seatsOf } from "../rules/asked";
import type { Study } from "../schema";
import type { GameInfo } from "../wire";

export type Value = string | number | boolean;

export interface Question {
  game: string;
  preset: string;
  /** The differences from the preset. */
  options: Record<string, Value>;
  seats: number;
  /** By option the values that are tried, in order. */
  vary: Record<string, Value[]>;
  games: number;
  seed: number;
}

export const GAMES = [4_000, 16_000, 64_000, 200_000];
export const FIRST_GAMES = 64_000;
const MOST_SHOWN = 4;
/** The turn cap ends endless games: nobody asks about that rule first. */
export const CAP = "turn_cap";

/** The link of rules that have a name. */
export function variantLink(
  info: GameInfo,
  rules: Pick<Question, "preset" | "options" | "seats">,
  name: string,
): string {
  const query = rulesAsQuery(info, rules);
  if (name.trim()) query.set("name", name.trim());
  return `/v/${info.game}${query.size > 0 ? `?${query}` : ""}`;
}

export function optionsOf(info: GameInfo, rules: Pick<Question, "preset" | "options">): Record<string, unknown> {
  return { ...info.presets.find((one) => one.name === rules.preset)?.options, ...rules.options };
}

/** The default values of an option to try: all of them or, of many numbers, some around the current one. */
export function usual(field: Field, own: unknown): Value[] {
  if (field.kind === "choice") return [...field.values];
  const at = Number(own);
  return [...new Set([Math.max(field.least, Math.floor(at / 2)), at, Math.min(field.most, at * 2)])].sort(
    (a, b) => a - b,
  );
}

/** A value as a link carries it; unknown values stay text, and the server reports them. */
export function valueIn(field: Field | undefined, text: string): Value {
  if (field?.kind === "choice") return field.values.find((one) => String(one) === text) ?? text;
  return field && /^\d+$/.test(text) ? Number(text) : text;
}

/** The question in a link: missing parts take their defaults, such as War and its first option. */
export function questionIn(info: GameInfo, form: readonly Field[], query: URLSearchParams): Question {
  const rules = rulesIn(query);
  const preset = rules.preset ?? info.preset;
  const field = (name: string) => form.find((one) => one.name === name);
  const options = Object.fromEntries(
    Object.entries(rules.options).map(([name, text]) => [name, valueIn(field(name), text)]),
  );
  const now = optionsOf(info, { preset, options });
  const vary: Record<string, Value[]> = {};
  for (const text of query.getAll("vary").slice(0, 2)) {
    const [name = "", values] = text.split(":");
    vary[name] = values
      ? values.split(",").map((one) => valueIn(field(name), one))
      : field(name)
        ? usual(field(name)!, now[name])
        : [];
  }
  if (Object.keys(vary).length === 0) vary[form[0]!.name] = usual(form[0]!, now[form[0]!.name]);
  const number = (name: string, otherwise: number) =>
    /^\d+$/.test(query.get(name) ?? "") ? Number(query.get(name)) : otherwise;
  return {
    game: info.game,
    preset,
    options,
    seats: rules.seats ?? seatsOf(info, preset),
    vary,
    games: number("games", FIRST_GAMES),
    seed: number("seed", 1),
  };
}

/** The link of a question. */
export function linkOf(info: GameInfo, form: readonly Field[], asked: Question): string {
  const query = rulesAsQuery(info, asked);
  const now = optionsOf(info, asked);
  for (const [name, values] of Object.entries(asked.vary)) {
    const field = form.find((one) => one.name === name);
    query.append(
      "vary",
      field && String(usual(field, now[name])) === String(values) ? name : `${name}:${values.join(",")}`,
    );
  }
  if (asked.games !== FIRST_GAMES) query.set("games", String(asked.games));
  if (asked.seed !== 1) query.set("seed", String(asked.seed));
  return `/lab/${info.game}?${query}`;
}

/** The link to the lab for some rules: it varies the first option that is not the preset's, or the game's first. */
export function labLink(info: GameInfo, rules: Pick<Question, "preset" | "options" | "seats">): string {
  const form = fields(info.options.properties);
  const vary = Object.keys(rules.options).slice(0, 1);
  const asked = questionIn(info, form, new URLSearchParams(vary.map((one) => ["vary", one])));
  return linkOf(info, form, { ...asked, ...rules });
}

export function bodyOf(asked: Question, begin: boolean): Study {
  return { ...asked, begin };
}

/** The rules of a variant of a question, as what is not the preset's; of those that a preset has exactly, that preset. */
export function rulesOf(
  info: GameInfo,
  asked: Question,
  changes: Record<string, unknown>,
): Pick<Question, "preset" | "options" | "seats"> {
  const whole = { ...optionsOf(info, asked), ...changes };
  const preset = presetOf(info, whole, asked.seats) ?? asked.preset;
  return {
    preset,
    options: changed(optionsOf(info, { preset, options: {} }), whole) as Record<string, Value>,
    seats: asked.seats,
  };
}

/** The preset that has exactly these rules. */
export function presetOf(info: GameInfo, options: Record<string, unknown>, seats: number): string | null {
  const same = (one: GameInfo["presets"][number]) =>
    (one.seats || info.seats[0]) === seats &&
    Object.entries(options).every(([name, value]) => one.options[name] === value);
  return info.presets.find(same)?.name ?? null;
}

/** The values of an option in a few words: `0 … 4, rank, rank less one`; null where there are too many to be named. */
export function shortly(values: readonly Value[], read: (value: Value) => string): string | null {
  const numbers = values.filter((one) => typeof one === "number");
  const words = values.filter((one) => typeof one !== "number");
  if (words.length > MOST_SHOWN) return null;
  const run = numbers.length > 3 && numbers.every((one, i) => i === 0 || one === numbers[i - 1]! + 1);
  return [...(run ? [`${numbers[0]} … ${numbers.at(-1)}`] : numbers.map(String)), ...words.map(read)].join(", ");
}
