// The drawing of a study: lengths as densities, shares with intervals, axes; and its figures for download. Pure.
import { monotone, path } from "../front/geometry";
import type { Known, MeasureFound, StudyFound, VariantFound } from "../schema";

export const LUCK = "luck of the deal";
export const FIRST_SEAT = "seat 0";
/** The measure that says most of a game, where it has one of these. */
const TELLING = ["wars", "knocks", "attacks", "battles"];

/** The outline of how long a variant's games last: from the left edge to the right, over a line at 0; `height` is that of
 * a share of 1 a step. */
export function outline(variant: VariantFound, games: number, width: number, height: number): string {
  const each = width / variant.lengths.length;
  const points = variant.lengths.map((count, i) => ({ x: (i + 0.5) * each, y: (-height * count) / games }));
  return path(monotone([{ x: 0, y: 0 }, ...points, { x: width, y: points.at(-1)!.y }]));
}

/** The largest share of a variant's games that one step of lengths has. */
export const tallest = (found: StudyFound): number =>
  Math.max(...found.variants.flatMap((one) => one.lengths)) / found.games;

/** The longest length shown, in turns. */
export const reach = (found: StudyFound): number => found.step * found.variants[0]!.lengths.length;

/** Round numbers between two, about `most` of them at most. */
export function ticks(from: number, to: number, most: number): number[] {
  const rough = (to - from) / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough || 1));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough * 0.999) ?? power * 10;
  const first = Math.ceil(from / step - 1e-9);
  return Array.from({ length: Math.floor(to / step + 1e-9) - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
}

export interface Axis {
  low: number;
  high: number;
  ticks: number[];
  /** The value of a fair or absent effect. */
  zero: number;
}

/** The digits of a share behind the point, as it stands under its axis. */
export const digits = (one: Axis): number => (one.high - one.low < 0.05 ? 1 : 0);

/** The axis of a share: of luck from 0, of the first seat's wins as far to both sides of even. */
export function axis(found: StudyFound, name: string): Axis {
  const known = found.variants.map((one) => one.measures[name]!);
  if (name === FIRST_SEAT) {
    const even = 1 / found.seats;
    const far = Math.max(0.002, ...known.flatMap((one) => [even - one.low, one.high - even]));
    const half = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5].find((one) => one >= far) ?? 1;
    return { low: even - half, high: even + half, ticks: [even - half, even, even + half], zero: even };
  }
  const far = Math.max(0.01, ...known.map((one) => one.high));
  const steps = ticks(0, far * 1.25, 4);
  const high = Math.max(steps.at(-1)!, far);
  return { low: 0, high, ticks: steps.slice(0, 4), zero: 0 };
}

export const at = (value: number, axis: Pick<Axis, "low" | "high">): number =>
  (value - axis.low) / (axis.high - axis.low);

/** The figures beside the lengths: shares drawn on an axis, means as numbers. */
export function columns(found: StudyFound): { numbers: MeasureFound[]; shares: MeasureFound[] } {
  const shares = [LUCK, FIRST_SEAT].flatMap((name) => found.measures.find((one) => one.name === name) ?? []);
  const tallies = found.measures.filter((one) => one.tally && one.name !== "events");
  const first = tallies.filter((one) => TELLING.includes(one.name));
  const rest = tallies.filter((one) => !TELLING.includes(one.name));
  return { numbers: [...first, ...rest].slice(0, shares.length > 0 ? 1 : 3), shares };
}

/** A mean with three figures, at most one of them after the point. */
export function mean(value: number, language: string): string {
  const digits = value >= 100 ? 0 : value >= 1 ? 1 : 2;
  return new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    value,
  );
}

/** A share in percent; with as many figures as its interval is known to. */
export function percent(value: number, language: string, digits = 0): string {
  return new Intl.NumberFormat(language, {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
    .format(value)
    .replace(/\s*%/, "\u00a0%");
}

/** All figures, a line each, as spreadsheets read them. */
export function csv(found: StudyFound): string {
  const options = Object.keys(found.variants[0]?.changes ?? {});
  const quoted = (cell: unknown) =>
    /[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell);
  const told = (one: Known | undefined) => (one ? [one.value, one.low, one.high] : ["", "", ""]);
  const rows = found.variants.flatMap((variant) => {
    const own = options.map((name) => variant.changes[name]);
    const lengths = [
      ["median turns", ...told(variant.median)],
      ["95 % of turns", ...told(variant.p95)],
    ].map((cells) => [...own, found.games, ...cells, "", "", "", ""]);
    const measured = found.measures.map((one) => {
      const apart = variant.apart[one.name];
      return [
        ...own,
        found.games,
        one.name,
        ...told(variant.measures[one.name]),
        ...told(apart),
        apart ? apart.holds : "",
      ];
    });
    return [...measured, ...lengths];
  });
  const head = [
    ...options,
    "games",
    "measure",
    "value",
    "low",
    "high",
    "difference",
    "difference low",
    "difference high",
    "holds",
  ];
  return [head, ...rows].map((row) => row.map(quoted).join(",")).join("\n") + "\n";
}
