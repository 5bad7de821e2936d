// A finished game: every link from its last screen, and from the list of my games days later.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, call, isOver, playToTheEnd, quiet, room } from "./people.mjs";
import { leave, real } from "./real.mjs";

const house = real();
const { somebody } = house;
/** Rules that become machine code for the first time, on a machine that does other things too. */
const COMPILING = 300_000;

/** A short war against a bot, played to its end. */
async function over(page) {
  const url = await room(page, { game: "war", bots: { 1: "random" }, options: { turn_cap: 6 } });
  await page.locator(".start").click();
  await playToTheEnd(page);
  await isOver(page);
  return url;
}

/** On home the ways lead to the list of my games; there to this one. */
async function listed(page) {
  await page.visit("/");
  await page.getByRole("link", { name: "My games" }).click();
  const row = page.locator("li", { hasText: "War" }).filter({ hasText: "Story" });
  await row.waitFor();
  return row;
}

test("from its last screen to its story, its turns, its proof and back to the table", async () => {
  const page = await somebody();
  const url = await over(page);
  await page.getByRole("button", { name: "Story" }).click();
  await page.waitForURL(new RegExp(`${url}/story`));
  await page.locator("output").waitFor();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator("output").innerText(), "1");
  assert.equal(await page.locator(".turn .row").count(), 2);
  await page.locator(".sealed:not(.wrong)").click();
  await page.getByRole("heading", { name: "Verified in your browser." }).waitFor();
  await page.getByRole("link", { name: "To the game" }).click();
  await page.getByRole("button", { name: "Rematch" }).waitFor();
  quiet(page);
  await leave(page);
});

test("a key that was meant for the last cards begins no rematch", async () => {
  const page = await somebody();
  const url = await room(page, { game: "war", bots: { 1: "random" }, options: { turn_cap: 6 } });
  await page.locator(".start").click();
  await page.waitForSelector(".bar");
  // At the moment in which the end has its buttons.
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      if (!/Rematch/.test(document.querySelector(".bar")?.textContent ?? "")) return;
      watch.disconnect();
      for (const key of [" ", "Enter"])
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      window.pressed = true;
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await playToTheEnd(page);
  await isOver(page);
  await page.waitForFunction(() => window.pressed);
  const seen = await call(page, "GET", `/api/rooms/${url.split("/").at(-1)}`);
  assert.deepEqual([seen.wants, new URL(page.url()).pathname], [[], url]);
  quiet(page);
  await leave(page);
});

test("my games keep it: its row leads to the table as it ended, its button to the story, and on to a rematch", async () => {
  const page = await somebody({ width: 390, height: 844, touch: true });
  const url = await over(page);
  await (await listed(page)).getByRole("link").first().click();
  await page.waitForURL((to) => to.pathname === url);
  await isOver(page);
  await accessible(page);
  await (await listed(page)).getByRole("link", { name: "Story" }).click();
  await page.waitForURL((to) => to.pathname === `${url}/story`);
  await page.locator("h1", { hasText: /win|draw/ }).waitFor();
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.waitForURL((to) => /^\/r\/\w+$/.test(to.pathname) && to.pathname !== url);
  await page.waitForSelector(".bar"); // nobody else has to agree: it begins at once
  quiet(page);
  await leave(page);
});

/** The elements of these selectors whose middle is covered, or which reach out of the window. */
const hidden = (page, ...selectors) =>
  page.evaluate(
    (selectors) =>
      selectors.filter((selector) => {
        const one = document.querySelector(selector);
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const ends = [top + 2, (top + bottom) / 2, bottom - 2];
        return (
          bottom > innerHeight || ends.some((y) => !one.contains(document.elementFromPoint((left + right) / 2, y)))
        );
      }),
    selectors,
  );

test("a rematch is agreed on from the story as from the table, and both go to it", async () => {
  const ann = await somebody({ width: 390, height: 844, touch: true });
  const ben = await somebody();
  const url = await room(ann, { game: "war", grows: true, options: { turn_cap: 3 }, pace: 0 });
  await ben.visit(url);
  await ben.getByLabel("Your name").waitFor(); // Ben sits
  await ann.getByRole("button", { name: /Add a bot/ }).tap();
  await ben.locator(".seat").nth(2).waitFor();
  await ann.locator(".start").tap();
  await Promise.all([playToTheEnd(ann), playToTheEnd(ben)]);
  await Promise.all([isOver(ann), isOver(ben)]);
  for (const page of [ann, ben]) {
    await page.getByRole("button", { name: "Story" }).click();
    await page.locator("output").waitFor();
  }
  await ben.locator(".counts").getByRole("button", { name: "Rematch" }).click();
  await ben.locator(".counts").getByRole("button", { name: "Rematch, 1 of 2", pressed: true }).waitFor();
  await ben.locator(".wish", { hasText: "You want a rematch, 1 of 2" }).waitFor();
  const wish = ann.locator(".wish", { hasText: "wants a rematch, 1 of 2" });
  await wish.waitFor();
  assert.deepEqual(await hidden(ann, ".wish button", "nav a"), []);
  await accessible(ann);
  await wish.getByRole("button", { name: "Rematch" }).tap();
  await Promise.all([ann, ben].map((page) => page.waitForURL((to) => /^\/r\/\w+$/.test(to.pathname))));
  await Promise.all([ann.waitForSelector(".bar"), ben.waitForSelector(".bar")]);
  assert.equal(ann.url(), ben.url());
  assert.notEqual(new URL(ann.url()).pathname, url);

  // One has gone to the story, and one is at the table as it ended.
  await Promise.all([playToTheEnd(ann), playToTheEnd(ben)]);
  await Promise.all([isOver(ann), isOver(ben)]);
  await ben.getByRole("button", { name: "Story" }).click();
  await ben.locator("output").waitFor();
  await ann.getByRole("button", { name: "Rematch" }).tap();
  await ann.getByRole("button", { name: "Rematch, 1 of 2", pressed: true }).waitFor();
  await ben.locator(".wish", { hasText: "wants a rematch, 1 of 2" }).waitFor();
  await ann.getByRole("button", { name: /^Other games/ }).tap();

  // The room waits again: its score tells of the bot too, and hides nothing.
  await Promise.all([ann, ben].map((page) => page.getByText("Tonight").first().waitFor()));
  assert.deepEqual(await hidden(ann, ".more .button", ".start"), []);
  await ann.locator(".tonight").evaluate((one) => one.scrollIntoView({ block: "center" }));
  assert.deepEqual(await hidden(ann, ".tonight", ".start"), []);
  for (const page of [ann, ben]) assert.match(await page.locator(".tonight").innerText(), /Bot 2/);
  quiet(ann, ben);
  await leave(ann, ben);
});

test("the form of a room says what each option does, and of rules that nobody has measured that they are being measured", async () => {
  const page = await somebody();
  const states = [];
  await page.route(
    "**/api/lab/effects",
    (route) => (
      states.push(1),
      states.length === 1
        ? route.continue()
        : route.fulfill({ json: { state: "playing", done: 1, of: 9, found: null } })
    ),
  );
  await room(page, { game: "war" });
  const form = page.getByRole("region", { name: "Rules of the room" });
  await form
    .getByText(/games last \d+\s±\s\d+\s% (longer|shorter)/)
    .first()
    .waitFor({ timeout: COMPILING });
  await form.getByText("one in twenty more than").waitFor({ timeout: COMPILING });
  await form.getByRole("radiogroup", { name: "Face down" }).getByRole("radio", { name: /^4\b/ }).click();
  await form.getByText("Measuring in the background.").waitFor();
  assert.equal(await form.getByText(/games last \d+/).count(), 0, "what was measured at other rules is not shown");
  quiet(page);
  await leave(page);
});
