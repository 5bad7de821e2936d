// The law Still: no control, map or panel shifts when a tray, a phase or a question comes and goes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixtures } from "./fixtures.mjs";

const { table } = fixtures();
const LONG = process.env.LONG === "1";
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844, touch: true };

/** Where everything stands that stays: of a button its corner, for its words change. */
const stands = (page) =>
  page.evaluate(() => {
    const round = (box, of) => of.map((side) => Math.round(box[side])).join(" ");
    const found = {};
    for (const selector of [".felt", ".sheet", "section.bar", "header", "aside", ".world"]) {
      const one = document.querySelector(selector);
      if (one?.checkVisibility())
        found[selector] = round(one.getBoundingClientRect(), ["left", "top", "right", "bottom"]);
    }
    const corner = (name, one) =>
      one?.checkVisibility() && (found[name] = round(one.getBoundingClientRect(), ["left", "top", "bottom"]));
    corner("the first button", document.querySelector("section.bar .actions .button"));
    document.querySelectorAll("header nav > *").forEach((one, i) => corner(`head ${i}`, one));
    document.querySelectorAll(".felt > .tools > *").forEach((one, i) => corner(`tool ${i}`, one));
    return found;
  });

/** What shifts while a game is played on by its first button, `presses` times. */
async function shifts(page, presses) {
  const found = new Set();
  await page.evaluate(() => document.fonts.ready); // the seal's letters get their own width with it
  const before = await stands(page);
  for (let i = 0; i < presses; i++) {
    await page.keyboard.press("Enter");
    for (const ms of [100, 400, 3000]) {
      await page.clock.runFor(ms);
      const now = await stands(page);
      for (const [name, box] of Object.entries(before))
        if (now[name] !== undefined && now[name] !== box) found.add(`${name}: ${box} to ${now[name]}`);
    }
  }
  return [...found];
}

const GAMES = [
  ["war", "war?step=5"],
  ["Blitz (31)", "blitz31?step=1"],
  ["Champz", "champz?step=60"],
  ["BlitzWar", "blitzwar?step=100"],
  ["Blitzkrieg", "blitzkrieg?step=36"],
  ["Casino War", "casino-war?step=1"],
  ["Steal War", "steal-war?step=30"],
];
for (const [name, path] of GAMES)
  for (const size of [DESK, PHONE])
    test(`nothing shifts in ${name}, ${size.width} wide`, { timeout: 600_000 }, async () => {
      const page = await table(`/fixture/${path}`, { ...size, stepped: true, reduced: false });
      assert.deepEqual(await shifts(page, LONG ? 40 : 6), []);
      await page.context().close();
    });

test("BlitzWar on a phone: the odds stay while my roll is told and the next question comes", async () => {
  const page = await table("/fixture/blitzwar?step=60&pair=egypt%3Esahara", {
    ...PHONE,
    stepped: true,
    reduced: false,
  });
  await page.evaluate(() => (document.querySelector(".sheet .tray").dataset.mine = "1"));
  for (const roll of [1, 2]) {
    await page.keyboard.press("Enter");
    for (let at = 0; at < 3000; at += 16) {
      const seen = await page.evaluate(() => {
        const tray = document.querySelector(".sheet .tray[data-mine]");
        return tray?.checkVisibility() ? document.querySelectorAll(".sheet .tray").length : 0;
      });
      assert.equal(seen, 1, `roll ${roll}, ${at} ms after it`);
      await page.clock.runFor(16);
    }
  }
  await page.context().close();
});

test("a tray that takes room is found", async () => {
  const page = await table("/fixture/war?step=5", { ...DESK, stepped: true, reduced: false });
  assert.deepEqual(await shifts(page, 1), []);
  // While the film runs a strip stands above the buttons.
  await page.addStyleTag({ content: ".room:has(.slot, [role=log] .now p + p + p) .sheet { padding-top: 9px; }" });
  assert.ok((await shifts(page, 2)).some((one) => one.startsWith(".felt")));
  await page.context().close();
});
