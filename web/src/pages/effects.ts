// The effects of house rules on the length of a game, beside the form's options. Pure.
import type { Effect, Effects } from "../told";

/** The value of an option that changes most of what is certain; null where nothing is. */
export function strongest(effects: readonly Effect[]): Effect | null {
  const certain = effects.filter((one) => one.holds);
  return certain.reduce<Effect | null>(
    (most, one) => (most === null || Math.abs(one.turns) > Math.abs(most.turns) ? one : most),
    null,
  );
}

/** Half the interval of an effect, in whole percent, at least one. */
export const half = (one: Effect): number => Math.max(1, Math.round((one.high - one.low) * 50));

/** The bound on an unseen effect, in percent. */
export const below = (effects: readonly Effect[]): number =>
  Math.ceil(100 * Math.max(...effects.flatMap((one) => [Math.abs(one.low), Math.abs(one.high)])));

/** True if effects were measured at these rules. */
export function fits(found: Effects | null, options: Record<string, unknown>, seats: number): boolean {
  return (
    found !== null &&
    found.seats === seats &&
    Object.entries(found.options).every(([name, value]) => options[name] === value)
  );
}
