// The built page of fixtures in one Chromium, for the tests of a file.
import { after, before } from "node:test";
import { browser } from "../pictures/browser.mjs";
import { served } from "../pictures/served.mjs";

/** A browser that is there while a file's tests run: `table` gives a page on which everything stands. */
export function fixtures() {
  let server, chrome;
  before(async () => {
    server = await served(process.env.BUILT);
    chrome = await browser(server.origin);
  });
  after(async () => {
    await chrome.close();
    await server.close();
  });
  async function table(path, options) {
    const page = await chrome.open(path, options);
    await page.waitForSelector("[data-ready]", { timeout: 30000 });
    return page;
  }
  return { table };
}
