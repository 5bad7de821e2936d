// A form's fields from the JSON Schema of a game's options: few values as segments, many numbers as a stepper.
import type { OptionSchema } from "../wire";

export type Field =
  | { kind: "choice"; name: string; title: string; help: string; values: readonly (string | number | boolean)[] }
  | { kind: "number"; name: string; title: string; help: string; least: number; most: number };

const MOST_SEGMENTS = 8;
/** The turn cap comes last. */
const LAST = "turn_cap";

export function fields(properties: Record<string, OptionSchema & { anyOf?: OptionSchema[] }>): Field[] {
  const asked = Object.entries(properties).sort(([a], [b]) => Number(a === LAST) - Number(b === LAST));
  return asked.map(([name, schema]) => {
    const called = { name, title: titleOf(name, schema), help: schema.description ?? "" };
    const listed = schema.enum ?? schema.anyOf?.flatMap((one) => one.enum ?? []);
    if (schema.type === "boolean") return { kind: "choice", ...called, values: [false, true] };
    if (listed && listed.length > 0) return { kind: "choice", ...called, values: listed as (string | number)[] };
    const [least, most] = [schema.minimum ?? 0, schema.maximum ?? 100];
    if (most - least < MOST_SEGMENTS)
      return { kind: "choice", ...called, values: Array.from({ length: most - least + 1 }, (_, i) => least + i) };
    return { kind: "number", ...called, least, most };
  });
}

/** The name of an option: in English as a person reads it, "Face down". */
export function titleOf(name: string, schema: OptionSchema | undefined): string {
  return schema?.title ?? readable(name);
}

/** A value of an option as a person reads it. */
export function valueOf(value: unknown, schema: OptionSchema | undefined): string {
  if (typeof value === "boolean") return value ? "✓" : "–";
  return schema?.titles?.[String(value)] ?? String(value).replaceAll("_", " ");
}

function readable(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The values of a form as a preset has them, with what was changed. */
export function changed(preset: Record<string, unknown>, chosen: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(chosen).filter(([name, value]) => preset[name] !== value));
}
