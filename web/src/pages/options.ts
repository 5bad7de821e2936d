// A form's fields from the JSON Schema of a game's options: few values as segments, many numbers as a stepper.
import type { GameInfo, OptionSchema } from "../wire";
import { t } from "../words/words.svelte";

interface Named {
  name: string;
  title: string;
  help: string;
  common: boolean;
}
export type Field = Named &
  (
    { kind: "choice"; values: readonly (string | number | boolean)[] } | { kind: "number"; least: number; most: number }
  );

const MOST_SEGMENTS = 8;
/** The turn cap comes last. */
const LAST = "turn_cap";

export function fields(properties: Record<string, OptionSchema & { anyOf?: OptionSchema[] }>): Field[] {
  const asked = Object.entries(properties).sort(([a], [b]) => Number(a === LAST) - Number(b === LAST));
  return asked.map(([name, schema]) => {
    const called = {
      name,
      title: titleOf(name, schema),
      help: schema.description ?? "",
      common: schema.common ?? false,
    };
    const listed = schema.enum ?? schema.anyOf?.flatMap((one) => one.enum ?? []);
    if (schema.type === "boolean") return { kind: "choice", ...called, values: [false, true] };
    if (listed && listed.length > 0) {
      const words = Object.keys(schema.titles ?? {});
      const numbers = listed.filter((value) => !words.includes(String(value)));
      return { kind: "choice", ...called, values: [...numbers, ...words] as (string | number)[] };
    }
    const [least, most] = [schema.minimum ?? 0, schema.maximum ?? 100];
    if (most - least < MOST_SEGMENTS)
      return { kind: "choice", ...called, values: Array.from({ length: most - least + 1 }, (_, i) => least + i) };
    return { kind: "number", ...called, least, most };
  });
}

/** House rules without the option by which a game is timed: in a room by the clock its minutes stand for that. */
export function withoutClock(game: GameInfo, options: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => name !== game.by_clock?.option));
}

/** House rules by which no clock ends the game: as the preset has it, or by default. */
export function offClock(
  game: GameInfo,
  base: Record<string, unknown>,
  options: Record<string, unknown>,
): Record<string, unknown> {
  if (!game.by_clock) return options;
  const { option, value } = game.by_clock;
  const own = base[option] === value ? game.options.properties[option]?.default : base[option];
  return { ...options, [option]: own };
}

/** The fields of a form in two groups: those that players often change, or all where none is said to be common, and the rest. */
export function grouped(all: readonly Field[]): { common: readonly Field[]; rare: readonly Field[] } {
  const common = all.filter((one) => one.common);
  if (common.length === 0) return { common: all, rare: [] };
  return { common, rare: all.filter((one) => !one.common) };
}

/** The name of an option. */
export function titleOf(name: string, schema: OptionSchema | undefined): string {
  return schema?.title ?? name;
}

/** A value of an option as a person reads it. */
export function valueOf(value: unknown, schema: OptionSchema | undefined): string {
  return schema?.titles?.[String(value)] ?? String(value);
}

/** The values of a form as a preset has them, with what was changed. */
export function changed(preset: Record<string, unknown>, chosen: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(chosen).filter(([name, value]) => preset[name] !== value));
}

export const called = (option: string, info: GameInfo): string => titleOf(option, info.options.properties[option]);

export function valueCalled(option: string, value: unknown, info: GameInfo): string {
  return typeof value === "boolean"
    ? t(value ? "option.yes" : "option.no")
    : valueOf(value, info.options.properties[option]);
}

/** An option with its value: "Cards face down: 3". */
export const ruleCalled = (option: string, value: unknown, info: GameInfo): string =>
  `${called(option, info)}: ${valueCalled(option, value, info)}`;

/** A preset in a list of all: the one that suits a first game says so. */
export const presetListed = ({ title, first }: GameInfo["presets"][number]): string =>
  first ? t("room.preset.first", { preset: title }) : title;

export const presetCalled = (preset: string, info: GameInfo): string =>
  info.presets.find((one) => one.name === preset)?.title ?? preset;
