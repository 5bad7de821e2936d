// Finding players: two people who wait meet, and one who waits alone starts with bots after a while.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, isOver, playToTheEnd, quiet, room } from "./people.mjs";
import { leave, real } from "./real.mjs";

const house = real();
const { somebody } = house;
const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
/** The seconds that the clock of a waiting player shows. */
const clock = async (page) => {
  const [minutes, seconds] = (await page.locator(".clock [aria-hidden]").innerText()).split(":").map(Number);
  return 60 * minutes + seconds;
};
/** The place is the server's: its table has this size. */
async function size(page, n) {
  await page.getByLabel("Players at the table").selectOption(String(n));
  await page.getByRole("heading", { level: 1, name: new RegExp(` of ${n}\\.$`) }).waitFor();
}

test("two people who wait for one game meet, and play it to its end", async () => {
  const ann = await somebody();
  await ann.visit("/");
  await ann.getByRole("link", { name: /^Find players/ }).press("Enter");
  await ann.waitForURL(/\/find\/war$/);
  await ann.getByLabel("Game").selectOption("Blitz Champz");
  await ann.waitForURL(/\/find\/champz$/);
  await size(ann, 3);

  const ben = await somebody({ width: 360, height: 740, theme: "light", touch: true });
  await ben.visit("/");
  await ben.getByText("1 waits").first().waitFor();
  await ben.getByRole("link", { name: "Find players 1 waits" }).first().tap();
  await ben.waitForURL(/\/find\/champz$/); // where somebody waits
  await ann.getByText("2 of 3.").waitFor();
  await ann.getByRole("status").filter({ hasText: "sits down, 2 of 3" }).waitFor({ state: "attached" });
  await size(ben, 3);
  for (const page of [ann, ben]) {
    await page.locator(".seats li").nth(2).waitFor();
    assert.match(await page.locator(".seats").innerText(), /you, 1500[^]*one more, or a bot/);
    await accessible(page);
    assert.ok(await fits(page));
  }
  if (process.env.PICTURES) await ben.screenshot({ path: `${process.env.PICTURES}/find-phone.png`, fullPage: true });

  await size(ann, 2);
  await ben.getByLabel("Players at the table").selectOption("2");
  await Promise.all([ann, ben].map((page) => page.waitForURL(/\/r\//)));
  assert.equal(ann.url(), ben.url());
  await Promise.all([playToTheEnd(ann), playToTheEnd(ben)]);
  await Promise.all([isOver(ann), isOver(ben)]);
  for (const page of [ann, ben]) assert.equal(await page.getByText("The deal does not fit").count(), 0);
  quiet(ann, ben);
  await leave(ann, ben);
});

test("a place outlives a reload and the server, the window widens, and bots sit down when they are asked for", async () => {
  const ann = await somebody();
  await ann.visit("/find/blitz31");
  await size(ann, 3);
  assert.equal(await ann.locator(".window").count(), 1);
  await ann.getByText("1400 to 1600").waitFor();
  await ann.waitForFunction(() => /0:0[3-9]/.test(document.querySelector(".clock").innerText));
  await ann.reload();
  await ann.waitForSelector(".seats");
  assert.ok((await clock(ann)) >= 3, "the place is the one from before");
  assert.equal(await ann.getByLabel("Players at the table").inputValue(), "3");

  await house.server.kill();
  await ann.getByText("The connection is lost.").waitFor();
  await house.server.start();
  await ann.getByText("The connection is lost.").waitFor({ state: "detached" });
  assert.ok((await clock(ann)) >= 4);
  await ann.locator(".window").nth(1).waitFor({ state: "attached", timeout: 20_000 });
  await ann.getByText("1300 to 1700").waitFor();

  const bots = ann.getByRole("button", { name: "Start with bots" });
  await bots.waitFor({ timeout: 30_000 });
  await accessible(ann);
  await bots.press("Enter");
  await ann.waitForURL(/\/r\//);
  await ann.waitForSelector(".bar");
  assert.equal((await ann.getByText(/^Bot \d$/).count()) > 0, true);
  await leave(ann);
});

test("Escape leaves the queue, and another window knows it; everything is said in Italian too", async () => {
  const ann = await somebody({ settings: JSON.stringify({ speed: null, language: "it" }) });
  await ann.visit("/find/war");
  await ann.getByRole("heading", { level: 1, name: /^1 su \d\.$/ }).waitFor();
  await ann.getByText("Chi incontrerei").waitFor();
  const second = await ann.context().newPage();
  await second.goto(`${house.server.origin}/find/war`);
  await second.getByRole("heading", { level: 1, name: /^1 su \d\.$/ }).waitFor();
  await accessible(ann);
  await ann.keyboard.press("Escape");
  await ann.waitForURL((url) => url.pathname === "/");
  await second.getByRole("heading", { level: 1, name: "Non aspetti più." }).waitFor();
  await second.getByRole("button", { name: "Aspetta di nuovo" }).click();
  await second.getByRole("heading", { level: 1, name: /^1 su \d\.$/ }).waitFor();
  const crowd = async () => (await (await ann.request.get(`${house.server.origin}/api/queue`)).json()).waiting;
  await second.getByRole("button", { name: /^Smetti di aspettare/ }).click();
  await second.waitForURL((url) => url.pathname === "/");
  for (let n = 0; n < 40 && (await crowd()).war; n++) await ann.waitForTimeout(100);
  assert.deepEqual(await crowd(), {});
  quiet(ann);
  await leave(ann);
});

test("at a rated table a rating stands beside each name that has one, and at no other", async () => {
  const ann = await somebody({ width: 360, height: 740, touch: true });
  const bots = { 1: "simple", 2: "keen" };
  const url = await room(ann, { game: "blitz31", seats: 3, bots, listed: true, rated: true });
  const rating = (seat) =>
    ann
      .locator(".seat")
      .nth(seat)
      .getByRole("img", { name: /^Rating/ });
  assert.equal(await rating(1).getAttribute("aria-label"), "Rating 1500");
  assert.equal(await rating(1).innerText(), "1500");
  for (const seat of [0, 2]) assert.equal(await rating(seat).count(), 0, "not one rated game yet");
  const mine = [{ seat: 0, rating: { rating: 1612, around: 140, provisional: true, games: 9 } }];
  await ann.route(`**${url.replace("/r/", "/api/rooms/")}/ratings`, (route) => route.fulfill({ json: mine }));
  await ann.reload();
  await ann.getByRole("img", { name: "Rating 1612 ± 140, provisional" }).waitFor();
  assert.equal(await rating(0).innerText(), "1612?");
  if (process.env.PICTURES) await ann.screenshot({ path: `${process.env.PICTURES}/rated-phone.png` });
  await accessible(ann);
  assert.ok(await fits(ann));
  await room(ann, { game: "blitz31", seats: 3, bots });
  await ann.locator(".seat").nth(2).waitFor();
  assert.equal(await ann.getByRole("img", { name: /^Rating/ }).count(), 0);
  quiet(ann);
  await leave(ann);
});

test("who waits when a table with bots wants its next game is called to it", async () => {
  const ann = await somebody();
  await ann.visit("/find/champz");
  await size(ann, 2);
  const bots = ann.getByRole("button", { name: "Start with a bot" });
  await bots.waitFor({ timeout: 30_000 });
  await bots.press("Enter");
  await ann.waitForURL(/\/r\//);
  await ann.waitForSelector(".bar");
  const first = ann.url();
  await playToTheEnd(ann);
  await isOver(ann);
  const ben = await somebody({ width: 390, height: 844, touch: true });
  await ben.visit("/find/champz");
  await size(ben, 2);
  await ann.getByRole("button", { name: "Rematch" }).click();
  await Promise.all(
    [ann, ben].map((page) => page.waitForURL((url) => /\/r\//.test(url.pathname) && url.href !== first)),
  );
  assert.equal(ann.url(), ben.url());
  await Promise.all([ann, ben].map((page) => page.waitForSelector(".bar")));
  for (const page of [ann, ben]) assert.equal(await page.getByText(/^Bot \d$/).count(), 0);
  quiet(ann, ben);
  await leave(ann, ben);
});
