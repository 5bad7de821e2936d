// LONG=1: an evening of three people and a bot, on desks and a phone: Blitz (31), Champz, War. No press is needed that isn't a decision.
import assert from "node:assert/strict";
import { test } from "node:test";
import { call, isOver, quiet, room } from "./people.mjs";
import { leave, real } from "./real.mjs";

const { somebody } = real();
const LONG = process.env.LONG === "1";

/** Makes my choices as they lie chosen, and counts the presses that decide nothing. */
const plays = (page) =>
  page.evaluate(() => {
    window.needless ??= 0;
    window.playing = setInterval(() => {
      document.querySelector("dialog[open] .go")?.click(); // what was missed is read
      const go = document.querySelector(".bar .go:not(:disabled)");
      if (!go || /Rematch|Paused/.test(go.textContent)) return;
      if (!/Go on|Skip ahead/.test(go.textContent)) go.click();
      else if (!document.querySelector(".bar .ring, .bar .note")) {
        window.needless++; // it does not go on by itself
        go.click();
      }
    }, 20);
  });

test("two evenings of three games by decisions alone", { skip: !LONG, timeout: 1_500_000 }, async () => {
  for (let evening = 0; evening < 2; evening++) {
    const people = [await somebody(), await somebody({ width: 390, height: 844 }), await somebody()];
    const [ann, ben, cleo] = people;
    const url = await room(ann, { game: "blitz31", grows: true, options: { lives: 1 }, pace: 300 });
    for (const page of [ben, cleo]) {
      await page.visit(url);
      await page.getByLabel("Your name").waitFor();
    }
    const needless = [];
    for (const [i, game] of ["Blitz (31)", "Blitz Champz", "War"].entries()) {
      if (i > 0) {
        await ann.getByRole("button", { name: /^Other games/ }).click();
        for (const page of people) await page.getByText("Tonight").first().waitFor();
        await ann.getByRole("radio", { name: new RegExp(`^${game.replace(/[()]/g, ".")} `) }).click();
        await ben.getByRole("heading", { name: game }).waitFor();
        // A whole game of War is hundreds of turns.
        const { pathname } = new URL(ann.url());
        const short = game === "War" ? { options: { turn_cap: 30 } } : {};
        await call(ann, "POST", `/api${pathname.replace("/r/", "/rooms/")}/options`, { pace: 300, ...short });
      }
      if (i === 0) {
        await ann.getByRole("button", { name: "Add a bot" }).click();
        await ann.getByText("Bot 3", { exact: true }).waitFor();
        await ann.keyboard.press("Enter"); // it starts, and adds no other bot
      } else await ann.getByRole("button", { name: /^Start/ }).click();
      await Promise.all(people.map((page) => page.waitForSelector(".bar")));
      for (const page of people) await plays(page);
      if (i === 1) await ben.reload().then(() => ben.waitForSelector(".bar").then(() => plays(ben)));
      for (const page of people) await isOver(page, 400_000);
      needless.push(await Promise.all(people.map((page) => page.evaluate(() => window.needless))));
    }
    assert.deepEqual(needless.flat(), Array(9).fill(0));
    quiet(...people);
    await leave(...people);
  }
});
