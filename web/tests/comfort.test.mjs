// Accessibility: reduced motion, a page at 200 %, and keys that still work after any tool.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixtures } from "./fixtures.mjs";
import { illegible } from "./legible.mjs";
import { plain } from "./lopsided.mjs";

const { table } = fixtures();
const files = { "plain-turns": plain(80) };
const FRAME = 16;

/** The cards on the table, frame by frame, after a press: the place, the opacity and the angle of each. */
async function frames(page, n) {
  await page.evaluate(() => {
    const ids = new Map();
    window.cards = () =>
      [...document.querySelectorAll(".sprite")].map((one) => ({
        id: ids.get(one) ?? ids.set(one, ids.size).size - 1,
        at: /translate\(([^)]*)\)/.exec(one.style.transform)?.[1],
        opacity: Number(one.style.opacity || 1),
        angle: Number(/rotateY\(([-\d.]+)deg/.exec(one.innerHTML)?.[1] ?? 0),
      }));
  });
  const seen = [await page.evaluate(() => window.cards())];
  await page.keyboard.press("Space");
  for (let i = 0; i < n; i++) {
    await page.clock.runFor(FRAME);
    seen.push(await page.evaluate(() => window.cards()));
  }
  return seen;
}

/** The moves of each card from one frame to the next, with its opacity at the new place. */
const moves = (seen) =>
  seen.slice(1).flatMap((cards, i) =>
    cards.flatMap((card) => {
      const before = seen[i].find((one) => one.id === card.id);
      return before && before.at !== card.at ? [card] : [];
    }),
  );
const onEdge = (seen) => seen.flat().filter((card) => card.angle % 180 !== 0);

test("with reduced motion cards fade at their new places; else they fly and turn", async () => {
  const still = await table("/fixture/plain-turns?step=8", { stepped: true, files });
  const faded = await frames(still, 75);
  assert.ok(moves(faded).length > 0);
  assert.deepEqual(
    moves(faded).filter((card) => card.opacity > 0.3),
    [],
  );
  assert.deepEqual(onEdge(faded), []);
  assert.ok(faded.flat().some((card) => card.opacity > 0.3 && card.opacity < 1));
  await still.context().close();
  const moving = await table("/fixture/plain-turns?step=8", { stepped: true, reduced: false, files });
  const flown = await frames(moving, 75);
  assert.ok(moves(flown).filter((card) => card.opacity === 1).length > 10);
  assert.ok(onEdge(flown).length > 0);
  await moving.context().close();
});

/** A desk of 1280 x 800 at 200 %. */
const ZOOMED = { width: 640, height: 400 };

for (const name of ["war?step=3", "blitz31?step=2", "blitzkrieg?step=0", "steal-war?step=0", "casino-war?step=0"])
  test(`at 200 % nothing is cut: ${name}`, async () => {
    const page = await table(`/fixture/${name}`, { ...ZOOMED, stepped: true });
    await page.clock.runFor(4000);
    assert.deepEqual(await illegible(page), []);
    const { bottom, right } = await page.locator(".bar .go").evaluate((one) => one.getBoundingClientRect().toJSON());
    assert.ok(bottom <= ZOOMED.height && right <= ZOOMED.width, `${right}, ${bottom}`);
    await page.context().close();
  });

for (const name of ["home", "mine", "settings", "room", "rules"])
  test(`at 200 % nothing is wider than the window, and every control is hit: ${name}`, async () => {
    const page = await table(`/fixture/${name}`, ZOOMED);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= ZOOMED.width);
    const missed = await page.evaluate(() => {
      const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      return [...document.querySelectorAll("a.button, button.button")].filter(seen).flatMap((one) => {
        one.scrollIntoView({ block: "center" });
        const { left, top, width, height } = one.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return one.contains(hit) || hit?.contains(one)
          ? []
          : [`${one.textContent.trim()}: ${hit?.outerHTML.slice(0, 80)}`];
      });
    });
    assert.deepEqual(missed, []);
    await page.context().close();
  });

test("after every tool the keys play on", async () => {
  const page = await table("/fixture/plain-turns?step=8&company", { stepped: true, files });
  const turn = async () => Number(/\d+$/.exec(await page.locator("h1").innerText())[0]);
  const plays = async (what) => {
    const before = await turn();
    await page.keyboard.press("Space");
    await page.clock.runFor(1600);
    assert.equal(await turn(), before + 1, what);
  };
  const tool = (name) => page.locator("header, .bar").getByRole("button", { name, exact: true }).first();
  for (const [name, key] of [
    ["Help", "?"],
    ["Leave", null],
  ]) {
    if (key) {
      await page.keyboard.press(key);
      await page.locator("dialog").waitFor();
      await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });
      await plays(`${name}, by its key`);
    }
    await tool(name).click();
    await page.locator("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    await plays(`${name}, by its button`);
  }
  for (const key of ["t", "t", "[", "]", "u"]) {
    if (key === "t") await page.locator("body").click({ position: { x: 5, y: 700 } });
    await page.keyboard.press(key);
    await page.clock.runFor(200);
    if (key !== "u") await plays(`the key ${key}`);
  }
  await page.context().close();
});

test("the ways of a room stand in its own half, in every language", async () => {
  for (const language of ["en", "it", "de"]) {
    const page = await table("/fixture/room", { kept: { language } });
    const [last, half] = await page.evaluate(() => [
      document.querySelector(".who nav a:last-child").getBoundingClientRect().right,
      document.querySelector(".who").getBoundingClientRect().right,
    ]);
    assert.ok(last < half - 8, `${language}: ${last} of ${half}`);
    await page.context().close();
  }
});
