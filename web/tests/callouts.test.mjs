// The lines that teach a first game lie on nothing: no text and no card of the table is under one. LONG=1: more of each.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixtures } from "./fixtures.mjs";

const { table } = fixtures();
const LONG = process.env.LONG === "1";
const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
const GAMES = [
  "war-bicycle-2",
  "war-bicycle-4",
  "blitzkrieg-seed-2",
  "blitz31-seed-3",
  "champz-seed-2",
  "casino-war-seed-2",
  "steal-war-seed-2",
  "schwimmen-schwimmen-2",
  "schwimmen-schwimmen-4",
  "stealing-bundles-usual-2",
  "stealing-bundles-usual-4",
  "syrian-war-seed-2",
  "pyanitsa-seed-2",
  "tod-und-leben-seed-2",
  "beggar-my-neighbour-usual-2",
  "egyptian-ratscrew-usual-2",
];

/** What lies under a callout: texts by their words, cards by their place. */
const covered = (page) =>
  page.evaluate(() => {
    const felt = document.querySelector(".felt");
    const callouts = [...felt.querySelectorAll(".callout.placed")].map((one) => one.getBoundingClientRect());
    const meets = (box, by) =>
      callouts.some(
        (one) =>
          Math.min(box.right, one.right) - Math.max(box.left, one.left) > by &&
          Math.min(box.bottom, one.bottom) - Math.max(box.top, one.top) > by,
      );
    const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const found = [];
    const walker = document.createTreeWalker(felt, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const of = node.parentElement;
      if (!node.data.trim() || of.closest(".callout, .sprite, .heard, style, title") || !seen(of)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      // A line's box is higher than its letters.
      const high = parseFloat(getComputedStyle(of).fontSize) * 0.36;
      const letters = ({ left, right, top, bottom }) => {
        const middle = (top + bottom) / 2;
        return { left, right, top: middle - high, bottom: middle + high };
      };
      if ([...range.getClientRects()].some((line) => meets(letters(line), 2))) found.push(node.data.trim());
    }
    for (const card of felt.querySelectorAll(".sprite")) {
      const box = card.getBoundingClientRect();
      if (seen(card) && meets(box, 2)) found.push(`a card at ${Math.round(box.left)}, ${Math.round(box.top)}`);
    }
    return { callouts: callouts.length, found };
  });

for (const name of GAMES)
  test(`no callout of ${name} lies on anything`, { timeout: 600_000 }, async () => {
    for (const [i, size] of SIZES.entries()) {
      let shown = 0;
      for (const start of LONG ? [0, 6, 12, 18] : [name.startsWith("casino") ? 0 : 8]) {
        const page = await table(`/fixture/film%2F${name}?step=${start}&callouts&company`, {
          ...size,
          stepped: true,
          kept: { language: ["en", "de"][i] },
        });
        await page.clock.runFor(1000);
        await page.waitForSelector(".callouts", { state: "attached" }); // they load late
        const found = [];
        // In some games the first line is told later.
        for (let pressed = 0; pressed < (LONG ? 12 : 3) || (shown === 0 && pressed < 12); pressed++) {
          await page.clock.runFor(3000);
          let now = await covered(page);
          if (now.found.length > 0) {
            await page.clock.runFor(1000); // what was on its way rests now
            now = await covered(page);
          }
          shown += now.callouts;
          found.push(...now.found.map((what) => `step ${start}, press ${pressed}: ${what}`));
          await page.keyboard.press("Enter");
        }
        assert.deepEqual(found, [], `${size.width} x ${size.height}`);
        await page.context().close();
      }
      assert.ok(shown > 0, "no callout was shown");
    }
  });

test("callouts make room for a part of the table that loads after them", async () => {
  let load;
  const until = new Promise((done) => (load = done));
  const page = await table("/fixture/film%2Fblitz31-seed-3?step=8&callouts&company", {
    ...SIZES[1],
    stepped: true,
    kept: { language: "it" },
    held: { files: /Suited-|Suits-/, until },
  });
  await page.clock.runFor(1000);
  await page.waitForSelector(".callouts", { state: "attached" });
  await page.clock.runFor(4000);
  assert.ok((await covered(page)).callouts > 0);
  assert.equal(await page.locator(".suits").count(), 0);
  load();
  await page.waitForSelector(".suits");
  await page.clock.runFor(1000);
  const { callouts, found } = await covered(page);
  assert.ok(callouts > 0);
  assert.deepEqual(found, []);
});

test("BlitzWar: the line about my plates points at one of them, on a desk and on a phone", async () => {
  for (const size of SIZES) {
    const page = await table("/fixture/blitzwar?step=0&callouts&company", { ...size, stepped: true });
    await page.clock.runFor(1000);
    await page.waitForSelector(".callouts", { state: "attached" });
    await page.clock.runFor(4000);
    const apart = await page.evaluate(() => {
      const callout = document.querySelector(".callout.placed");
      if (!callout) return null;
      const { left, top, bottom } = callout.getBoundingClientRect();
      const tail = parseFloat(callout.style.getPropertyValue("--tail"));
      const [x, y] = [left + tail, callout.classList.contains("below") ? top : bottom];
      const mine = [...document.querySelectorAll(".map .plate")].filter((one) => one.textContent.startsWith("A"));
      return Math.min(
        ...mine.map((one) => {
          const box = one.querySelector("rect").getBoundingClientRect();
          return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
        }),
      );
    });
    assert.ok(apart !== null, `no callout at ${size.width}`);
    assert.ok(apart < 40, `${apart} px from my nearest plate at ${size.width}`);
    assert.deepEqual((await covered(page)).found, []);
    await page.context().close();
  }
});
