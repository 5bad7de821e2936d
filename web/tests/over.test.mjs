// A finished game: every link from its last screen, and from the list of my games days later.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, isOver, playToTheEnd, quiet, room } from "./people.mjs";
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
  await page.locator(".start").click();
  await page.waitForSelector(".bar");
  quiet(page);
  await leave(page);
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
