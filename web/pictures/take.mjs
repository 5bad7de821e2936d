// Takes every screen in every size and theme: `npm run pictures -- [where] [name …]`. Needs fixtures (fixtures/make.py).
// A name may be a screen's, a size's or a theme's, or a part of one. What a page says on its console, or anything wider than the page, is an error.
import { mkdir } from "node:fs/promises";
import { browser } from "./browser.mjs";
import { SCREENS, SIZES } from "./screens.mjs";
import { served } from "./served.mjs";

const [where = "pictures/out", ...names] = process.argv.slice(2);
await mkdir(where, { recursive: true });
const page = await served();
const chrome = await browser(page.origin);
let wrong = 0;
for (const size of SIZES)
  for (const theme of ["dark", "light"]) {
    const wanted = SCREENS.filter((one) => one.widths?.includes(size.width) ?? true).filter((one) =>
      names.every((name) => `${one.name}-${size.name}-${theme}`.includes(name)),
    );
    if (wanted.length === 0) continue;
    // A page of ours, which names its icon: of a bare picture the browser would ask for one that is not there.
    const tab = await chrome.open(wanted[0].path, { ...size, theme });
    tab.said.length = 0;
    for (const screen of wanted) {
      const file = `${where}/${screen.name}-${size.name}-${theme}.png`;
      await tab.goto(page.origin + screen.path);
      await tab.waitForSelector("[data-ready]", { timeout: 20000 });
      await tab.evaluate(() => document.fonts.ready);
      await screen.after?.(tab);
      await tab.waitForTimeout(200);
      const beyond = await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (beyond > 0 && !screen.wide) tab.said.push(`${beyond} px wider than the page`);
      await tab.screenshot({ path: file });
      if (tab.said.length > 0) wrong++;
      console.log(file, ...tab.said.splice(0));
    }
    await tab.context().close();
  }
await chrome.close();
await page.close();
process.exit(wrong > 0 ? 1 : 0);
