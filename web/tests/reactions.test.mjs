// Quick answers on a real server: by a key and by a finger, each timed on its own screen; and cards that are let lie.
import assert from "node:assert/strict";
import { test } from "node:test";
import { quiet, seated } from "./people.mjs";
import { leave, real } from "./real.mjs";

const { somebody } = real();
const log = (page) => page.locator("[role=log]").innerText();
/** The first two cards make a double. */
const DOUBLE = { piles: { "deck 0": "9C 2C 3C 6C", "deck 1": "9D 4D 5D 7D" } };
const asked = (page) => page.locator(".bar [data-prompt]").waitFor();

test("the quicker of a key and a finger takes the pile, and both read their own times", async () => {
  const [ann, ben] = [await somebody(), await somebody({ width: 390, height: 844, touch: true })];
  await seated({ game: "egyptian-ratscrew", options: { window: 30 }, laid: DOUBLE }, ann, ben);
  await Promise.all([asked(ann), asked(ben)]);
  await ann.keyboard.press("s");
  await ann.getByText("The others may still answer").first().waitFor();
  await ben.locator(".bar [data-prompt]").tap();
  await ann
    .getByText(/takes? the pile: 2 cards/)
    .first()
    .waitFor();
  assert.match(await log(ann), /You slap a double after \d+0 ms|You slap after \d+0 ms, and are too late/);
  const times = [...(await log(ann)).matchAll(/after (\d+) ms/g)].map(([, time]) => Number(time));
  assert.equal(times.length, 2);
  assert.ok(
    times.every((time) => time % 50 === 0 && time > 0 && time <= 3000),
    times.join(),
  );
  quiet(ann, ben);
  await leave(ann, ben);
});

test("a card that nobody slaps is let lie by itself, and the next one comes; Space does both at once", async () => {
  const ann = await somebody();
  const wish = { game: "egyptian-ratscrew", options: { window: 5 }, bots: { 1: "keen" } };
  await seated({ ...wish, laid: { piles: { "deck 0": "2C 6C 8C TC", "deck 1": "3D 7D 9D 4D" } } }, ann);
  const cards = async () => (await log(ann)).match(/turns? up/g)?.length ?? 0;
  await ann.waitForFunction(
    () => (document.querySelector("[role=log]").innerText.match(/turns? up/g) ?? []).length >= 3,
  );
  for (let seen = await cards(); seen < 6; seen = await cards()) {
    await ann.keyboard.press("Space");
    await ann.waitForTimeout(100);
  }
  assert.doesNotMatch(await log(ann), /slaps? (a|for|after)/);
  quiet(ann);
  await leave(ann);
});

test("a tap on the table is a slap, and a wrong one costs a card", async () => {
  const ann = await somebody({ width: 390, height: 844, touch: true });
  const wish = { game: "egyptian-ratscrew", options: { window: 30 }, bots: { 1: "keen" } };
  await seated({ ...wish, laid: { piles: { "deck 0": "2C 6C 8C", "deck 1": "3D 7D 9D" } } }, ann);
  await asked(ann);
  await ann.touchscreen.tap(195, 380);
  await ann.getByText("You slap for nothing, and pay 1 card.").first().waitFor({ state: "attached" });
  quiet(ann);
  await leave(ann);
});
