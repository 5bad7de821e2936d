// Debian's Chromium under Playwright: a page in a size and theme, with the messages of its console.
import { chromium } from "playwright-core";

/** A stepped page stops its clock at this time, one hour after it opens: no page takes that long to load. */
const LOADED = 3_600_000;

/**
 * Opens a browser; `open(path, {width, height, scale, theme})` gives a page whose fonts are there. `kept` is what its person
 * has set before, `files` are fixtures that lie in no file. Files that match `held.files` load once `held.until` is fulfilled.
 */
export async function browser(origin) {
  const chrome = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  const open = async (
    path,
    {
      width = 1280,
      height = 800,
      scale = 1,
      theme = "dark",
      touch = false,
      reduced = true,
      stepped = false,
      kept = null,
      files = {},
      held = null,
    } = {},
  ) => {
    const context = await chrome.newContext({
      viewport: { width, height },
      deviceScaleFactor: scale,
      colorScheme: theme,
      hasTouch: touch,
      reducedMotion: reduced ? "reduce" : "no-preference",
    });
    if (kept) await context.addInitScript((kept) => localStorage.setItem("threedown", kept), JSON.stringify(kept));
    for (const [name, data] of Object.entries(files))
      await context.route(`**/fixtures/${name}.json`, (route) => route.fulfill({ json: data }));
    if (held) await context.route(held.files, (route) => held.until.then(() => route.continue()));
    const page = await context.newPage();
    if (stepped) await page.clock.install({ time: 0 });
    page.said = [];
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && page.said.push(message.text()));
    page.on("pageerror", (error) => page.said.push(String(error)));
    await page.goto(origin + path);
    await page.evaluate(() => document.fonts.ready);
    if (stepped) await page.clock.pauseAt(LOADED);
    return page;
  };
  return { open, chrome, close: () => chrome.close() };
}
