// Every press does what the film says for that moment, whatever was clicked before, in both themes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixtures } from "./fixtures.mjs";
import { plain } from "./lopsided.mjs";

const { table } = fixtures();
const turn = async (page) => Number(/\d+$/.exec(await page.locator("h1").innerText())[0]);
const files = { "plain-turns": plain(80) };
const opened = (options = {}) =>
  table("/fixture/plain-turns?step=8", { stepped: true, reduced: false, files, ...options });
/** A press, and time in which it plays a turn. */
async function plays(page, press, what) {
  const before = await turn(page);
  await press();
  await page.clock.runFor(1600);
  assert.equal(await turn(page), before + 1, what);
}

for (const theme of ["dark", "light"])
  test(`Space, Enter, a tap and the button go on, whatever was clicked before: ${theme}`, async () => {
    const page = await opened({ theme });
    const [space, enter] = ["Space", "Enter"].map((key) => () => page.keyboard.press(key));
    await plays(page, space, "Space");
    await plays(page, enter, "Enter");
    await plays(page, () => page.locator(".felt").click({ position: { x: 600, y: 330 } }), "a tap on the table");
    await plays(page, () => page.locator(".bar .go").click(), "the button");
    await plays(page, space, "Space after the button");
    await page.locator(".segments button").nth(2).click();
    await plays(page, space, "Space after a click on 2×");
    await page.locator(".segments button").nth(1).click();
    await plays(page, enter, "Enter after a click on 1×");
    const sound = page.getByRole("button", { name: "Sound" });
    await sound.click();
    await plays(page, space, "Space after a click on Sound");
    assert.equal(await sound.getAttribute("aria-pressed"), "true");
    assert.deepEqual(page.said, []);
    await page.context().close();
  });

test("Space held down plays on, turn after turn, and stops when it is let go", async () => {
  const page = await table("/fixture/plain-turns?at=60", { files, stepped: true, reduced: false });
  const before = await turn(page);
  await page.keyboard.down("Space");
  await page.clock.runFor(3100);
  const now = await turn(page);
  // Three turns of 950 ms have been played or begun: more would have lost their rests.
  assert.ok(now - before >= 3 && now - before <= 4, `${now - before} turns`);
  await page.keyboard.up("Space");
  await page.clock.runFor(1000);
  const let_go = await turn(page);
  await page.clock.runFor(3000);
  assert.equal(await turn(page), let_go);
  await page.context().close();
});

test("at 8 times and at once a press plays a turn, and a war's card waits at 8 times", async () => {
  const page = await opened();
  const faces = () => page.locator(".sprite .rank").count();
  await page.keyboard.press("]");
  await page.keyboard.press("]");
  const before = await turn(page);
  await page.keyboard.press("Space");
  await page.clock.runFor(320);
  assert.equal(await turn(page), before + 1);
  await page.keyboard.press("]");
  await page.keyboard.press("Space");
  await page.clock.runFor(32);
  assert.equal(await turn(page), before + 2);
  assert.ok((await faces()) > 0, "the last battle lies there");
  await page.context().close();
  const war = await table("/fixture/war?step=0", { stepped: true, reduced: false });
  await war.keyboard.press("]");
  await war.keyboard.press("]");
  await war.keyboard.press("Space"); // the first turn is a war
  await war.clock.runFor(5000);
  assert.equal(await war.locator(".slot").count(), 1);
  await war.keyboard.press("Space");
  await war.clock.runFor(1000);
  assert.equal(await war.locator(".slot").count(), 0);
  await war.context().close();
});
