// The cost of a frame while cards move, and the frame rate of a table: `node pictures/frames.mjs [slowdown [folder]]`.
// Frames are counted by the page itself while it deals and plays. What the main thread spends on each comes from a trace
// of its own, without the slowdown: 4 ms of processor time are the 16 ms of a frame where it is four times slower.
// `folder`: a page of fixtures that was built before (pictures/built), to lay beside this one.
import { browser } from "./browser.mjs";
import { served } from "./served.mjs";
import { spent } from "./spent.mjs";

const slowdown = Number(process.argv[2] ?? 4);
const TABLES = [
  ["war, a deal", "/fixture/war?step=0&deal", 3500],
  ["war, turns", "/fixture/war?at=110", 5000],
  ["six at war", "/fixture/war-6?at=1", 4000],
  ["blitz31", "/fixture/blitz31?at=1", 3000],
  ["sixteen", "/fixture/blitz31-16?at=1", 3000],
  ["champz", "/fixture/champz?at=5", 3000],
];

/** Frames between now and `ms` later, while every 120 ms the table goes on. */
async function frames(page, ms) {
  return page.evaluate(async (lasts) => {
    const times = [];
    const stop = performance.now() + lasts;
    await new Promise((done) => {
      const tick = (now) => {
        times.push(now);
        if (now < stop) requestAnimationFrame(tick);
        else done();
      };
      requestAnimationFrame(tick);
    });
    const gaps = times.slice(1).map((one, i) => one - times[i]);
    gaps.sort((a, b) => a - b);
    return {
      count: gaps.length,
      rate: (1000 * gaps.length) / (times.at(-1) - times[0]),
      slow: gaps[Math.floor(gaps.length * 0.95)],
      worst: gaps.at(-1),
    };
  }, ms);
}

const page = await served(process.argv[3]);
const chrome = await browser(page.origin);

/** The table opened anew; while `work` looks on it goes on every second. */
async function goingOn(path, rate, work) {
  const tab = await chrome.open(path, { reduced: false });
  await tab.waitForSelector("[data-ready]");
  await tab.waitForTimeout(400);
  const cdp = await tab.context().newCDPSession(tab);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate });
  const going = setInterval(() => tab.keyboard.press("Space").catch(() => {}), 1000);
  await tab.keyboard.press("Space");
  const found = await work(tab);
  clearInterval(going);
  await tab.context().close();
  return found;
}

for (const [name, path, ms] of TABLES) {
  const { result, ms: by, tasks } = await goingOn(path, 1, (tab) => spent(chrome.chrome, tab, () => frames(tab, ms)));
  const each = Object.entries(by).map(([kind, sum]) => [kind, sum / result.count]);
  const whole = each.reduce((sum, [, one]) => sum + one, 0);
  console.log(
    `${name}: ${whole.toFixed(2)} ms a frame of ${result.count} (${each.map(([kind, one]) => `${kind} ${one.toFixed(2)}`).join(", ")}); tasks over 4 ms: ${tasks.filter((one) => one > 4).length}, the longest ${tasks
      .slice(0, 3)
      .map((one) => one.toFixed(1))
      .join(", ")}`,
  );
  if (slowdown === 1) continue;
  const { rate, slow, worst } = await goingOn(path, slowdown, (tab) => frames(tab, ms));
  console.log(
    `  slowed ${slowdown} times: ${rate.toFixed(1)} frames a second, 95 % of frames within ${slow.toFixed(1)} ms, the longest ${worst.toFixed(1)} ms`,
  );
}
await chrome.close();
await page.close();
