// What stands around a table: the head with its clock, the log and the buttons, whole on a desk and on a phone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { call, quiet } from "./people.mjs";
import { leave, real } from "./real.mjs";

const house = real();
const PHONE = { width: 390, height: 844 };

/** Ann at a table of BlitzWar with two bots. */
async function table(language, wish, size) {
  const ann = await house.somebody({ ...size, settings: JSON.stringify({ speed: null, language }) });
  await ann.visit("/settings");
  const bots = { 1: "simple", 2: "simple" };
  const { room, url } = await call(ann, "POST", "/api/rooms", { game: "blitzwar", seats: 3, bots, ...wish });
  await call(ann, "POST", `/api/rooms/${room}/start`, {});
  await ann.visit(url);
  return ann;
}

for (const language of ["en", "it", "de"])
  test(`beside a clock the game and its round are whole, ${language}`, async () => {
    const ann = await table(language, { minutes: 30 });
    await ann.locator("header .remaining").waitFor();
    const cut = await ann
      .locator("header h1 > *, header .remaining span")
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > Math.ceil(one.getBoundingClientRect().width)).length);
    assert.equal(cut, 0);
    quiet(ann);
    await leave(ann);
  });

test("the log says that its numbers count turns, and its focus has a whole frame", async () => {
  const ann = await table("en", {});
  const log = ann.locator("[role=log]");
  assert.match(await log.locator(".now").innerText(), /^turn\s+1\s/);
  await ann.keyboard.press("Tab");
  await log.focus();
  assert.equal(await log.evaluate((one) => one.matches(":focus-visible")), true);
  const inset = await ann.locator(".fades").evaluate((one) => {
    const { left, right, top } = getComputedStyle(one, "::after");
    return [left, right, top];
  });
  assert.deepEqual(inset, ["3px", "3px", "3px"]);
  quiet(ann);
  await leave(ann);
});

for (const language of ["en", "it", "de"])
  test(`on a phone three sets, one of which must be traded, have their buttons beside the cards, ${language}`, async () => {
    const laid = {
      piles: { "hand 0": "japan india egypt JK1 ural yakutia" },
      state: { turn_of: 0, "owner madagascar": 2, "owner peru": 1 },
    };
    const ann = await table(language, { laid, options: { hand_limit: 5 } }, { ...PHONE, touch: true });
    await ann.locator(".actions .button").nth(2).waitFor();
    const boxes = await ann
      .locator(".bar button:visible")
      .evaluateAll((all) =>
        all.map((one) => ({ left: one.getBoundingClientRect().left, right: one.getBoundingClientRect().right })),
      );
    assert.equal(boxes.length, 4);
    boxes.slice(1).forEach(({ left }, i) => assert.ok(left >= boxes[i].right, JSON.stringify(boxes)));
    quiet(ann);
    await leave(ann);
  });

test("a phone shows no keys, whatever it says of its pointer", async () => {
  const ann = await house.somebody(PHONE);
  await ann.visit("/settings");
  const { url } = await call(ann, "POST", "/api/rooms", { game: "champz", grows: true });
  await ann.visit(url);
  await ann.locator(".key").first().waitFor({ state: "attached" });
  assert.equal(await ann.locator(".key:visible").count(), 0);
  quiet(ann);
  await leave(ann);
});

test("a long hint is read whole on a phone", async () => {
  const ann = await table("en", {}, { ...PHONE, touch: true });
  await ann.keyboard.press("h");
  const line = ann.locator(".advised .line");
  await line.evaluate((one) => (one.querySelector("b").textContent = "A reason that takes many lines. ".repeat(12)));
  const { shown, all } = await line.evaluate((one) => ({ shown: one.clientHeight, all: one.scrollHeight }));
  assert.ok(all < shown + 8, `${shown} of ${all}`); // less than half a line
  await leave(ann);
});
