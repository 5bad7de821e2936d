// The drawing of a profile's charts: values as places, lines and bands as paths.
export interface Point {
  x: number;
  y: number;
}

/** A scale of ratings that holds the lines with some room, in steps of 100: [lowest, highest]. */
export function rangeOf(values: readonly number[], room = 80): [number, number] {
  if (values.length === 0) return [1400, 1600];
  return [Math.floor((Math.min(...values) - room) / 50) * 50, Math.ceil((Math.max(...values) + room) / 50) * 50];
}

/** The round values between two, at most five of them. */
export function ticksOf([low, high]: readonly [number, number], steps: readonly number[]): number[] {
  const step = steps.find((one) => (high - low) / one <= 4.5) ?? steps.at(-1)!;
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((high - first) / step) + 1) }, (_, i) => first + i * step);
}

const at = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** A line through points. */
export const lineOf = (points: readonly Point[]): string => (points.length ? "M" + points.map(at).join("L") : "");

/** The area between two lines. */
export const bandOf = (over: readonly Point[], under: readonly Point[]): string =>
  over.length ? `M${over.map(at).join("L")}L${[...under].reverse().map(at).join("L")}Z` : "";
