// The names of measures and shares in the lab.
import type { MeasureFound } from "../schema";
import "../words/late";
import { maybe, t } from "../words/words.svelte";
import { FIRST_SEAT, LUCK } from "./drawing";

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
