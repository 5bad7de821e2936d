// The front behind the words of a page: nothing happens on it, and its mouth stays shut.

/** Its shape, in pixels: the heights between which it runs, the right end of its course, and the steps up to there. */
export const groundOf = (top: number, bottom: number, now: number, steps: number) => ({
  top,
  bottom,
  now,
  steps,
  least: 0,
  reach: 1,
  bend: 1,
  tooth: 5.5,
  spacing: 30,
});
