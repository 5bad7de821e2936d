// House rules as an address has them: of the rulebook, of the lab, of named rules. Pure.
import { changed } from "../pages/options";
import type { GameInfo } from "../wire";

/** House rules: a preset, what was changed in it, and the number of players. */
export interface AskedRules {
  preset: string;
  options: Readonly<Record<string, unknown>>;
  seats: number;
}
/** The other words of a link that has rules. */
const OTHERS = new Set(["preset", "seats", "vary", "games", "seed", "name", "step"]);

/** Rules as a link has them: `?preset=three-down&short=fewest&seats=3`. */
export function rulesIn(query: URLSearchParams): { preset?: string; options: Record<string, string>; seats?: number } {
  const options = Object.fromEntries([...query].filter(([name]) => !OTHERS.has(name)));
  const seats = query.get("seats");
  return { preset: query.get("preset") ?? undefined, options, seats: seats === null ? undefined : Number(seats) };
}

/** The same, written; `seats` only where they are not the preset's. */
export function rulesAsQuery(info: GameInfo, rules: AskedRules): URLSearchParams {
  const query = new URLSearchParams();
  if (rules.preset !== info.preset) query.set("preset", rules.preset);
  for (const [name, value] of Object.entries(rules.options)) query.set(name, String(value));
  if (rules.seats !== seatsOf(info, rules.preset)) query.set("seats", String(rules.seats));
  return query;
}

/** The rules of a table as an address has them; the preset alone where they are the default ones. */
export function rulesOfTable(info: GameInfo, table: AskedRules): string {
  const preset = info.presets.find((one) => one.name === table.preset)?.options ?? {};
  const query = rulesAsQuery(info, { ...table, options: changed(preset, table.options) });
  return `?${query.size > 0 ? query : new URLSearchParams({ preset: table.preset })}`;
}

export function seatsOf(info: GameInfo, preset: string): number {
  return info.presets.find((one) => one.name === preset)?.seats || info.seats[0];
}
