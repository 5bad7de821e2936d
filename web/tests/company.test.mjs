// Messages at a table, and the host's actions during a game.
import assert from "node:assert/strict";
import { test } from "node:test";
import { quiet, seated } from "./people.mjs";
import { leave, real } from "./real.mjs";

const { somebody } = real();

test("people write at the table, mute each other, and the host switches messages off", async () => {
  const [ann, ben] = [await somebody(), await somebody()];
  await seated({ game: "blitz31", seats: 2 }, ann, ben);
  await ann.getByRole("button", { name: "Say something" }).click();
  await ann.getByLabel("Write a message").fill("hello from Ann");
  await ann.keyboard.press("Enter");
  await ben.locator(".said", { hasText: "hello from Ann" }).waitFor();
  await ben.locator(".unread", { hasText: "1" }).waitFor();

  await ben.getByRole("button", { name: "People" }).click();
  await ben.getByRole("button", { name: /^Mute/ }).click();
  await ben.locator("dialog").getByRole("button", { name: "Close" }).click();
  await ben.locator(".unread").waitFor({ state: "detached" }); // what Ann wrote is hidden
  await ann.getByLabel("Write a message").fill("again");
  await ann.keyboard.press("Enter");
  await ann.getByRole("log").getByText("again").first().waitFor();
  assert.equal(await ben.locator(".said", { hasText: "again" }).count(), 0);

  await ann.keyboard.press("Escape");
  await ann.getByRole("button", { name: "People" }).click();
  await ann.getByLabel("Messages").uncheck();
  await ben.getByRole("button", { name: "Say something" }).click();
  await ben.getByText("The host has switched messages off.").waitFor();
  quiet(ann, ben);
  await leave(ann, ben);
});

test("a nudge names whom it means on every screen, and is past when they have chosen", async () => {
  const [ann, ben] = [await somebody(), await somebody({ width: 390, height: 844, touch: true })];
  await seated({ game: "champz", seats: 2 }, ann, ben);
  const mine = (page) => page.locator(".bar .go:not(:disabled)");
  await Promise.race([ann, ben].map((page) => mine(page).waitFor()));
  const [asked, other] = (await mine(ann).count()) ? [ann, ben] : [ben, ann];
  const menu = async (page) => {
    if (page === ben) await page.locator("header").getByRole("button").last().tap();
    await page.getByRole("button", { name: "Say something" }).last().click();
    return page.locator("[popover]:popover-open");
  };
  assert.equal(await (await menu(asked)).getByRole("button", { name: "Your turn!" }).count(), 0);
  await asked.keyboard.press("Escape");
  if (asked === ben) await asked.keyboard.press("Escape");
  await (await menu(other)).getByRole("button", { name: "Your turn!" }).click();
  const name = await other.locator(".who:has(.asked) b").first().innerText();
  for (const page of [asked, other]) await page.locator(".said", { hasText: `${name}, your turn!` }).waitFor();
  await mine(asked).click();
  for (const page of [asked, other]) await page.locator(".said").waitFor({ state: "detached", timeout: 2000 });
  quiet(ann, ben);
  await leave(ann, ben);
});

test("the host pauses for everybody, and a player who is asked to leave reads the word", async () => {
  const [ann, ben, cleo] = [await somebody(), await somebody({ width: 390, height: 844 }), await somebody()];
  const url = await seated({ game: "blitz31", seats: 2 }, ann, ben);
  await cleo.visit(`${url}?watch`);
  await cleo.waitForSelector(".bar");
  await ann.locator("header [title='1 watching']").waitFor();
  assert.equal(await cleo.getByRole("button", { name: "Say something" }).count(), 0);

  await ann.getByRole("button", { name: "People" }).click();
  await ann.getByRole("button", { name: "Pause" }).click();
  await ann.getByRole("button", { name: "Close" }).click();
  for (const page of [ben, cleo]) await page.getByText("paused the game.").waitFor();
  assert.equal(await ben.getByRole("button", { name: "Play on" }).count(), 0);
  await ann.getByRole("button", { name: "Play on" }).click();
  for (const page of [ben, cleo]) await page.getByText("paused the game.").waitFor({ state: "detached" });

  await ann.getByRole("button", { name: "People" }).click();
  await ann.getByRole("button", { name: /^Ask .* to leave/ }).click();
  await ann.getByLabel("A word to them").fill("See you tomorrow");
  await ann.getByRole("button", { name: "Ask to leave" }).click();
  await ben.getByText("See you tomorrow").waitFor();
  await ben.reload();
  await ben.getByText("See you tomorrow").waitFor();

  await ann.getByLabel("Anybody may watch").uncheck();
  await cleo.getByText("Only the players at this table can watch it.").waitFor();
  assert.equal(await cleo.getByText("Reconnecting").count(), 0, "the line is closed for good");
  quiet(ann, cleo);
  await leave(ann, ben, cleo);
});
