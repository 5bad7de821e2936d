// The names of rules and their values in the lab.
import { titleOf, valueOf } from "../pages/options";
import type { MeasureFound } from "../schema";
import type { GameInfo } from "../wire";
import { maybe, t } from "../words/words.svelte";
import { FIRST_SEAT, LUCK } from "./drawing";

export const called = (option: string, info: GameInfo): string => titleOf(option, info.options.properties[option]);

export function valueCalled(option: string, value: unknown, info: GameInfo): string {
  return typeof value === "boolean" ? t(value ? "lab.yes" : "lab.no") : valueOf(value, info.options.properties[option]);
}

/** An option with its value: "Cards face down: 3". */
export const ruleCalled = (option: string, value: unknown, info: GameInfo): string =>
  `${called(option, info)}: ${valueCalled(option, value, info)}`;

export const presetCalled = (preset: string, info: GameInfo): string =>
  info.presets.find((one) => one.name === preset)?.title ?? preset;

export function measureCalled(one: MeasureFound): string {
  if (one.name === "") return "";
  const title = one.title.charAt(0).toUpperCase() + one.title.slice(1);
  return (
    maybe(`lab.measure.${one.name}`) ??
    (one.name.startsWith("seat ") ? t("lab.seatWins", { n: Number(one.name.slice(5)) + 1 }) : title)
  );
}

/** The heading of a share. */
export const shareCalled = (name: string): string =>
  name === LUCK ? t("lab.luck") : name === FIRST_SEAT ? t("lab.fair") : name;
