// The effects of house rules on the length of a game, shown next to the form's options, and that length in minutes.
import { minutesOf } from "../film/minutes";
import type { Effect, Effects } from "../schema";
import { counted, t } from "../words/words.svelte";

/** The known effect of one value. */
export const effectOf = (effects: readonly Effect[] | undefined, value: unknown): Effect | undefined =>
  effects?.find((one) => one.value === value);

/** An effect in figures, percent longer or shorter: "+33 ± 4", "−12 ± 3"; where none is certain "± 3". */
export function inFigures(one: Effect): string {
  if (!one.holds) return `± ${below(one)}`;
  const percent = Math.round(one.turns * 100);
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent)} ± ${half(one)}`;
}

/** Half the interval of an effect, in whole percent, at least one. */
export const half = (one: Effect): number => Math.max(1, Math.round((one.high - one.low) * 50));

/** The bound on an unseen effect, in percent. */
export const below = (one: Effect): number => Math.ceil(100 * Math.max(Math.abs(one.low), Math.abs(one.high)));

/** True if effects were measured at these rules. */
export function fits(found: Effects | null, options: Record<string, unknown>, seats: number): boolean {
  return (
    found !== null &&
    found.seats === seats &&
    Object.entries(found.options).every(([name, value]) => options[name] === value)
  );
}

/** The minutes that a game of such a length takes, in a sentence; empty for a game whose turns were not measured. */
export function takes({ game, median, p95 }: Pick<Effects, "game" | "median" | "p95">, speed: number): string {
  const [usual, most] = [minutesOf(game, median, speed), minutesOf(game, p95, speed)];
  if (usual === null || most === null) return "";
  if (usual < 1) return t("effect.takes.less");
  const [about, longest] = [Math.round(usual), Math.round(most)];
  const minutes = counted("room.minutes", about);
  if (longest <= about) return t("effect.takes", { minutes });
  return t("effect.takes.most", { minutes, most: counted("room.minutes", longest) });
}
