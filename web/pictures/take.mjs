// Takes every screen in every size and theme: `npm run pictures -- [where] [name …]`. Needs fixtures (fixtures/make.py).
// What a page says on its console, or anything wider than the page, is an error.
import { mkdir } from "node:fs/promises";
import { createServer } from "vite";
import { browser } from "./browser.mjs";
import { SCREENS, SIZES } from "./screens.mjs";

const [where = "pictures/out", ...names] = process.argv.slice(2);
await mkdir(where, { recursive: true });
const server = await createServer({ server: { port: 0, host: "127.0.0.1" }, logLevel: "error" });
await server.listen();
const chrome = await browser(`http://127.0.0.1:${server.httpServer.address().port}`);
let wrong = 0;
for (const screen of SCREENS.filter((one) => names.length === 0 || names.some((name) => one.name.includes(name))))
  for (const size of SIZES.filter((one) => screen.widths?.includes(one.width) ?? true))
    for (const theme of ["dark", "light"]) {
      const page = await chrome.open(screen.path, { ...size, theme });
      await page.waitForSelector("[data-ready]", { timeout: 20000 });
      await page.waitForTimeout(150);
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      const file = `${where}/${screen.name}-${size.name}-${theme}.png`;
      await page.screenshot({ path: file });
      if (beyond > 0) page.said.push(`${beyond} px wider than the page`);
      if (page.said.length > 0) wrong++;
      console.log(file, ...page.said);
      await page.context().close();
    }
await chrome.close();
await server.close();
process.exit(wrong > 0 ? 1 : 0);
