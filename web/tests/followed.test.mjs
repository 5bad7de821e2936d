// The law Followed: the newest line of the log is seen, unless a person has scrolled up; then a button leads back down.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixtures } from "./fixtures.mjs";
import { plain } from "./lopsided.mjs";

const { table } = fixtures();
const FRAME = 16;
const game = { "plain-turns": plain(460) };
const opened = (options = {}) => table("/fixture/plain-turns?step=40", { stepped: true, files: game, ...options });

/** True if the last line of the log lies within its box. */
const newestIsSeen = (page) =>
  page.evaluate(() => {
    const box = document.querySelector(".log");
    const last = [...box.querySelectorAll("li p")].at(-1).getBoundingClientRect();
    const { top, bottom } = box.getBoundingClientRect();
    return last.top >= top && last.bottom <= bottom + 1;
  });
const back = (page) => page.getByRole("button", { name: "Newest line" });

/** Frames of so many turns in which the newest line is not seen. */
async function unseen(page, turns) {
  let [found, frames] = [0, 0];
  for (let turn = 0; turn < turns; turn++) {
    await page.keyboard.press("Space");
    for (let t = 0; t < 400; t += FRAME, frames++) {
      await page.clock.runFor(FRAME);
      if (!(await newestIsSeen(page))) found++;
    }
  }
  return found;
}

test("at 8 times, with two lines in a frame and rows that are trimmed, the newest line is seen in every frame", async () => {
  const page = await opened({ kept: { language: "en" } });
  await page.keyboard.press("]");
  await page.keyboard.press("]");
  assert.equal(await unseen(page, 12), 0);
  assert.equal(await back(page).count(), 0);
  await page.context().close();
});

test("after a jump of 400 turns the newest line is seen", async () => {
  const page = await opened();
  await page.keyboard.press("f");
  await page.clock.runFor(5000);
  assert.match(await page.locator("[role=log] .now .turn-number b").innerText(), /^460$/);
  assert.ok(await newestIsSeen(page));
  assert.equal(await back(page).count(), 0);
  await page.context().close();
});

for (const [by, scroll] of [
  ["the wheel", (page) => page.mouse.wheel(0, -400)],
  [
    "keys",
    async (page) => {
      await page.locator(".log").focus();
      await page.keyboard.press("PageUp");
    },
  ],
  [
    "a finger",
    (page) =>
      page.locator(".log").evaluate((box) => {
        box.dispatchEvent(new Event("touchmove"));
        box.scrollTop -= 300;
      }),
  ],
])
  test(`scrolled up by ${by}, it stays there, and a button leads back down`, async () => {
    const page = await opened();
    await page.locator(".log").hover();
    await scroll(page);
    await back(page).waitFor();
    assert.equal(await newestIsSeen(page), false);
    await page.keyboard.press("Space");
    await page.clock.runFor(2000);
    assert.equal(await newestIsSeen(page), false);
    await back(page).click();
    await page.clock.runFor(FRAME);
    assert.ok(await newestIsSeen(page));
    assert.equal(await back(page).count(), 0);
    assert.equal(await unseen(page, 1), 0);
    await page.context().close();
  });

test("a log that no longer follows is found", async () => {
  const page = await opened();
  await page.locator(".log").evaluate((box) => Object.defineProperty(box, "scrollTop", { set() {}, get: () => 0 }));
  assert.ok((await unseen(page, 2)) > 0);
  await page.context().close();
});
