// How many frames a second a table holds while its cards move, with the processor slowed down: `node pictures/frames.mjs [slowdown]`.
// Frames are counted by the page itself while it deals and plays; the trace says what the main thread did meanwhile.
import { browser } from "./browser.mjs";
import { served } from "./served.mjs";

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
    return { rate: (1000 * gaps.length) / (times.at(-1) - times[0]), slow: gaps[Math.floor(gaps.length * 0.95)], worst: gaps.at(-1) };
  }, ms);
}

const page = await served();
const chrome = await browser(page.origin);
for (const [name, path, ms] of TABLES) {
  const tab = await chrome.open(path, { reduced: false });
  await tab.waitForSelector("[data-ready]");
  await tab.waitForTimeout(400);
  const cdp = await tab.context().newCDPSession(tab);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const going = setInterval(() => tab.keyboard.press("Space").catch(() => {}), 1000);
  await tab.keyboard.press("Space");
  const { rate, slow, worst } = await frames(tab, ms);
  clearInterval(going);
  console.log(`${name}: ${rate.toFixed(1)} frames a second, 95 % of frames within ${slow.toFixed(1)} ms, the longest ${worst.toFixed(1)} ms`);
  await tab.context().close();
}
await chrome.close();
await page.close();
