// What a player says at a table of lanes: it covers nothing that is read there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixtures } from "./fixtures.mjs";

const { table } = fixtures();

/** What is read in the lanes, or lies there, and lies under what is said. */
const covered = (page) =>
  page.evaluate(() => {
    const said = document.querySelector(".said").getBoundingClientRect();
    const all = document.querySelectorAll(".who .letter, .who .name > *, .who .points > *, .laid, .said");
    return [...all]
      .filter((one) => one.checkVisibility() && !one.closest(".said"))
      .filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const wide = Math.min(right, said.right) - Math.max(left, said.left);
        return wide > 0.5 && Math.min(bottom, said.bottom) - Math.max(top, said.top) > 0.5;
      })
      .map((one) => one.className || one.innerText);
  });

for (const [width, height] of [
  [1280, 800],
  [900, 700],
  [390, 844],
])
  test(`${width} pixels wide: what is said beside a lane covers no name, number or card`, async () => {
    const phone = width < 600;
    const page = await table("/fixture/champz?at=20&state=waits", { width, height, touch: phone });
    if (phone) await page.locator("header").getByRole("button").last().click();
    await page.getByRole("button", { name: "Say something" }).last().click();
    await page.getByRole("button", { name: "Well played" }).click();
    await page.locator(".said").waitFor(); // on a phone under the drawer
    assert.ok((await page.locator(".laid").count()) > 2, "cards lie in the lanes");
    assert.deepEqual(await covered(page), []);
    const box = await page.locator(".said").boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= width, JSON.stringify(box));
  });
