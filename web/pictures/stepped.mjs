// Time on a stepped page: its clock, and the animations of its styles, which run by the browser's own clock otherwise.
const FRAME = 20;

/** Lets so many milliseconds pass on a page that was opened with `stepped`, frame by frame. */
export async function pass(page, ms) {
  for (let left = ms; left > 0; left -= FRAME) {
    const by = Math.min(FRAME, left);
    await page.clock.runFor(by);
    await page.evaluate((by) => {
      for (const one of document.getAnimations()) {
        if (one.playState === "finished") continue;
        const since = one.playState === "paused" ? one.currentTime + by : 0;
        one.pause();
        if (since < one.effect.getComputedTiming().endTime) one.currentTime = since;
        else one.finish();
      }
    }, by);
  }
}
