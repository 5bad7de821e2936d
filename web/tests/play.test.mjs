// Actions at a table of the real server other than choices: leaving, hints, messages, typed choices.
import assert from "node:assert/strict";
import { test } from "node:test";
import { quiet, room, until } from "./people.mjs";
import { leave, real } from "./real.mjs";

const house = real();
const { somebody } = house;
const main = (page) => page.locator(".bar .button").first();

/** A room of these rules in which Ann and Ben sit, and its game has begun. */
async function two(wish, bens = {}) {
  const [ann, ben] = [await somebody(), await somebody(bens)];
  const url = await room(ann, { pace: 0, ...wish });
  await ben.visit(url);
  await ben.getByLabel("Your name").waitFor(); // he sits
  await ann.locator(".start").click();
  await Promise.all([ann.waitForSelector(".bar"), ben.waitForSelector(".bar")]);
  return { ann, ben, url };
}

test("who leaves is asked once more; a bot plays for him until he is back", async () => {
  const { ann, ben, url } = await two({ game: "war", options: { turn_cap: 60 } });
  await ann.getByRole("button", { name: "Leave" }).click();
  await ann.getByRole("button", { name: "Stay" }).click();
  assert.equal(await ben.locator(".stand-in").count(), 0);
  await ann.getByRole("button", { name: "Leave" }).click();
  await ann.locator("dialog").getByRole("button", { name: "Leave" }).click();
  await ann.waitForURL((to) => to.pathname === "/");
  await ben.locator(".stand-in").waitFor();
  await main(ben).click();
  await ben.waitForFunction(() => document.querySelector("h1")?.textContent?.includes("turn 1"));
  await ann.visit(url);
  await ben.locator(".stand-in").waitFor({ state: "detached" });
  quiet(ann, ben);
  await leave(ann, ben);
});

test("a finger finds under the log what has no place in the bar", async () => {
  const { ann, ben } = await two({ game: "blitzwar", minutes: 30 }, { width: 390, height: 844, touch: true });
  await ben.getByRole("button", { name: "More" }).first().tap();
  const tools = ben.getByRole("group", { name: "More" });
  await tools.getByRole("button", { name: "Say something" }).tap();
  await ben.getByRole("button", { name: "Hello!" }).tap();
  await ann.locator(".said", { hasText: "Hello!" }).first().waitFor();
  await tools.getByRole("button", { name: "Leave" }).tap();
  await ben.locator("dialog").getByRole("button", { name: "Leave" }).tap();
  await ann.locator(".stand-in").first().waitFor();
  quiet(ann, ben);
  await leave(ann, ben);
});

test("an adviser's choice lies chosen, with why, and is taken", async () => {
  const page = await somebody();
  await room(page, { game: "blitz31", bots: { 1: "simple" }, options: { lives: 1 } });
  await page.locator(".start").click();
  await page.getByRole("button", { name: "What would a strong bot do?" }).waitFor(); // it is my turn
  await page.keyboard.press("h");
  await page.locator("[role=log] .advice", { hasText: "A bot would choose: " }).waitFor();
  const turn = () => page.locator("[role=log]").innerText();
  const before = await turn();
  await page.keyboard.press("Enter");
  await page.waitForFunction((told) => document.querySelector("[role=log]").innerText !== told, before);
  quiet(page);
  await leave(page);
});

test("where there is only one thing to do it is done: a game goes on by itself", { timeout: 120_000 }, async () => {
  const page = await somebody();
  const chosen = []; // what the page has sent
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => /"choose"/.test(payload) && chosen.push(payload)),
  );
  await room(page, { game: "steal-war", bots: { 1: "random" }, options: { turn_cap: 20 } });
  await page.locator(".start").click();
  await page.waitForSelector(".bar");
  // Beside a pile to be stolen playing the card is one of two things: then the test steals.
  const pile = page.locator(".pick[aria-label*=Steal]").first();
  await until(page, async () => {
    const [label, may] = [await main(page).innerText(), (await pile.count()) > 0];
    if (may && !/Steal/.test(label)) await pile.click({ timeout: 1000 }).catch(() => {});
    else if (!/Play the card/.test(label)) await page.keyboard.press("Space");
    await page.waitForTimeout(50);
  });
  assert.ok(
    chosen.some((sent) => /"choice":"play"/.test(sent)),
    chosen.join(" "),
  );
  quiet(page);
  await leave(page);
});

test("BlitzWar as text: who holds what, and orders written in a line", async () => {
  const page = await somebody();
  await room(page, { game: "blitzwar", preset: "duel", bots: { 1: "simple" } });
  await page.locator(".start").click();
  await page.waitForSelector(".bar");
  await page.keyboard.press("t");
  await page.locator(".text", { hasText: /You: [A-Z]/ }).waitFor();
  await page.locator(".text .notation", { hasText: "place " }).waitFor();
  const order = (await page.locator(".text .notation").innerText()).split(" · ")[0];
  const held = await page.locator(".text p", { hasText: /^You: / }).innerText();
  await page.locator("#command").fill(order.replace("place", "p"));
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    (before) => ![...document.querySelectorAll(".text p")].some((one) => one.innerText === before),
    held,
  );
  assert.equal(await page.locator("[role=alert]").count(), 0);
  quiet(page);
  await leave(page);
});

test("on a phone the sentence opens the sheet, Escape closes it, and Finish plays to the end", async () => {
  const page = await somebody({ width: 390, height: 844, touch: true });
  await room(page, { game: "war", bots: { 1: "random" }, options: { turn_cap: 30 } });
  await page.locator(".start").tap();
  await page.waitForSelector(".bar");
  await main(page).tap();
  await page.locator(".last .line").tap();
  await page.locator("aside.open").waitFor();
  assert.equal(await page.getByRole("button", { name: "What happened" }).count(), 1);
  await page.keyboard.press("Escape");
  await page.locator("aside.open").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "More" }).tap();
  await page.locator("aside.open").getByRole("button", { name: "Finish" }).tap();
  await page.locator(".bar .go", { hasText: "Rematch" }).waitFor();
  assert.equal(await page.locator("aside.open").count(), 0);
  quiet(page);
  await leave(page);
});

test("the keys that are listed do something, and a game that goes on from another one is not sealed", async () => {
  const page = await somebody();
  const url = await room(page, { game: "war", bots: { 1: "random" }, options: { turn_cap: 2 } });
  await page.locator(".start").click();
  await page.waitForSelector(".bar");
  await page.locator("header .sealed").waitFor();
  await page.keyboard.press("?");
  await page.locator("dialog dt").first().waitFor();
  const keys = await page.locator("dialog dt").allInnerTexts();
  assert.deepEqual(
    ["H", "/", "U", "F"].map((key) => keys.includes(key)),
    [false, false, true, true],
  );
  await page.keyboard.press("Escape");
  await until(page, () => main(page).click());
  const from = { room: url.split("/").at(-1), seq: 0 };
  await page.waitForFunction(
    async (room) => (await (await fetch(`/api/rooms/${room}`)).json()).state === "over",
    from.room,
    { polling: 200 },
  );
  await room(page, { from });
  await page.waitForSelector(".bar");
  assert.equal(await page.locator("header .sealed").count(), 0);
  quiet(page);
  await leave(page);
});
