// The place in the queue in words and figures: the window of ratings, the seats, who comes and goes. Pure.
import "../words/late";
import type { PlaceSeen } from "../schema";
import { lasting } from "../room/terms";
import { t } from "../words/words.svelte";

/** The axis shows so many points to each side of my rating. */
const REACH = 400;

export interface Window {
  /** The seconds after which it opened. */
  after: number;
  /** Its edges, as shares of the axis. */
  from: number;
  to: number;
  /** It is the one in which I am matched now. */
  now: boolean;
}

/** The place of a rating on the axis, whose middle is mine. */
export const onAxis = (rating: number, mine: number): number =>
  Math.min(1, Math.max(0, 0.5 + (rating - mine) / (2 * REACH)));

/** The windows so far, the widest last. */
export function windowsOf({ windows }: Pick<PlaceSeen, "windows">, waited: number): Window[] {
  const open = windows.filter(([after]) => after === 0 || after <= waited);
  return open.map(([after, points], i) => {
    const half = points === null ? 0.5 : Math.min(0.5, points / (2 * REACH));
    return { after: after / 1000, from: 0.5 - half, to: 0.5 + half, now: i === open.length - 1 };
  });
}

/** The points by which others may differ from me now; null: by any. */
export function reachOf({ windows }: Pick<PlaceSeen, "windows">, waited: number): number | null {
  return windows.findLast(([after]) => after === 0 || after <= waited)?.[1] ?? null;
}

/** "1304 to 1904", "everybody" */
export function whomCalled(place: Pick<PlaceSeen, "windows" | "rating">, waited: number): string {
  const reach = reachOf(place, waited);
  if (reach === null) return t("find.everybody");
  return t("find.range", { low: place.rating - reach, high: place.rating + reach });
}

/** "rated, 4 seats, 30 s a choice" */
export function termsCalled({ rated, seats, clock }: Pick<PlaceSeen, "rated" | "seats" | "clock">): string {
  return [
    rated ? t("find.rated") : "",
    seats === null ? t("find.seats.any") : t("find.seats", { n: seats }),
    t("find.choice", { time: lasting(clock / 1000) }),
  ]
    .filter(Boolean)
    .join(", ");
}

/** The names that one list of players has more than the other, each as often as it has it more. */
function more(some: PlaceSeen["players"], others: PlaceSeen["players"]): string[] {
  const left = others.map((one) => one.name);
  return some
    .filter((one) => !one.you)
    .map((one) => one.name)
    .filter((name) => {
      const i = left.indexOf(name);
      if (i >= 0) left.splice(i, 1);
      return i < 0;
    });
}

/** What has changed at the table that forms, in sentences for a reader. */
export function changesOf(before: PlaceSeen, now: PlaceSeen): string[] {
  const count = { n: now.players.length, all: now.table };
  return [
    ...more(now.players, before.players).map((name) => t("find.sits", { name, ...count })),
    ...more(before.players, now.players).map((name) => t("find.goes", { name, ...count })),
    ...(now.offered && !before.offered ? [t("find.offered")] : []),
  ];
}
