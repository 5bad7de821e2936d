// The deal of the day: from home through the bet and the game to its result, by keyboard.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, playToTheEnd, quiet } from "./people.mjs";
import { leave, real } from "./real.mjs";

const { somebody } = real();
/** Nothing on the page is wider than the window. */
const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
const cell = (page, game) => page.getByRole("link", { name: new RegExp(`^${game}, deal of the day`) });

for (const shape of [
  { width: 1280, height: 800 },
  { width: 390, height: 844, theme: "light" },
])
  test(`a bet on today's War is sealed, the game is played, and its result told: ${shape.width}`, async () => {
    const page = await somebody(shape);
    await page.visit("/");
    await cell(page, "War").waitFor();
    assert.equal(await page.getByRole("link", { name: /deal of the day/ }).count(), 7);
    await page.getByRole("link", { name: "War, deal of the day, not played yet", exact: true }).waitFor();
    await cell(page, "War").press("Enter");

    await page.getByText("After how many turns?").waitFor();
    await accessible(page);
    assert.ok(await fits(page));
    const slider = page.getByRole("slider");
    const before = Number(await slider.inputValue());
    await slider.press("PageUp");
    await slider.press("ArrowRight");
    assert.equal(Number(await slider.inputValue()), before - (before % 5) + 30);
    await page.getByRole("button", { name: "Seal my bet" }).press("Enter");

    await page.waitForURL(/\/r\//);
    const room = new URL(page.url()).pathname;
    await playToTheEnd(page);
    const onwards = page.getByRole("button", { name: "The day’s result" });
    await onwards.waitFor({ timeout: 300_000 }); // a War has no end that one can tell
    await page.evaluate(() => clearInterval(window.playing));
    assert.equal(await page.getByRole("button", { name: /Story|Rematch/ }).count(), 0, "its cards are sealed");
    await onwards.press("Enter");

    await page.waitForURL(/\/daily\/war\//);
    await page.getByRole("heading", { level: 1, name: /^1st of \d+$/ }).waitFor();
    await page.getByText("Sealed until midnight UTC.").waitFor();
    await page.getByText("The same cards").waitFor();
    await accessible(page);
    assert.ok(await fits(page));
    const picture = await page.getByRole("link", { name: "Picture" }).getAttribute("href");
    const answer = await page.request.get(new URL(picture, page.url()).href);
    assert.equal(answer.headers()["content-type"], "image/png");
    quiet(page);

    const story = await page.request.get(new URL(`/api/rooms/${room.slice(3)}/story`, page.url()).href);
    assert.equal(story.status(), 403);
    await page.visit("/");
    await page.getByRole("link", { name: /^War, deal of the day, counting/ }).waitFor();
    await leave(page);
  });

test("the result tells where it was won, and names no card while the day lasts", async () => {
  const page = await somebody({ width: 390, height: 844 });
  await page.visit("/daily/blitzkrieg");
  await page.getByRole("button", { name: "Play" }).click();
  await page.waitForURL(/\/r\//);
  await playToTheEnd(page);
  const onwards = page.getByRole("button", { name: "The day’s result" });
  await onwards.waitFor({ timeout: 100_000 });
  await page.evaluate(() => clearInterval(window.playing));
  await onwards.press("Enter");
  await page.waitForURL(/\/daily\//);
  await page.getByText("Where it was won is being computed").waitFor();
  const won = page.locator(".won");
  await won.waitFor({ timeout: 300_000 });
  assert.match(
    await won.innerText(),
    /^(Turn \d+|The deal)(: your choice gained most over \w+’s there,| changed most:) [-\d]/,
  );
  await page.getByText(/your chance to win: \d+/).waitFor({ state: "attached" });
  assert.doesNotMatch(await page.locator("main").innerText(), /[♠♥♦♣]/);
  await accessible(page);
  assert.ok(await fits(page));
  quiet(page);
  await leave(page);
});

test("where no game of mine waits, today's deals that are not over do", async () => {
  const page = await somebody({ width: 390, height: 844, theme: "light" });
  await page.visit("/mine");
  const cards = page.getByRole("list", { name: "Deal of the day" }).getByRole("link");
  await cards.nth(2).waitFor();
  const called = await cards.evaluateAll((all) => all.map((one) => one.querySelector(".heard").textContent));
  const games = ["War", "Blitzkrieg", "Blitz (31)"];
  assert.deepEqual(
    called,
    games.map((game) => `${game}, deal of the day, not played yet`),
  );
  await accessible(page);
  assert.ok(await fits(page));
  await cards.nth(2).press("Enter");
  await page.waitForURL(/\/daily\/blitz31$/);
  quiet(page);
  await leave(page);
});
