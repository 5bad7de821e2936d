// Chosen colours with their patterns and teeth, at the table and in the story; and turns missed while away.
import assert from "node:assert/strict";
import { test } from "node:test";
import { call, isOver, playToTheEnd, quiet, room } from "./people.mjs";
import { leave, real } from "./real.mjs";

const { somebody } = real();

/** The bright colour and the pattern's lines of the first seat. */
const worn = (page) =>
  page.evaluate(() => {
    const line = document.querySelector("#pattern-0 path");
    const letter = document.querySelector(".side-0 .letter, .letter.side-0");
    return [getComputedStyle(line).stroke, line.getAttribute("d"), getComputedStyle(letter).backgroundColor];
  });

test("a colour is worn with its pattern at the table and in the story, and what was missed is told", async () => {
  const ann = await somebody();
  const url = await room(ann, { game: "blitz31", seats: 3, bots: { 1: "simple", 2: "simple" }, options: { lives: 2 } });
  const api = `/api${url.replace("/r/", "/rooms/")}`;
  await call(ann, "POST", `${api}/join`, { colour: "green" });
  await call(ann, "POST", `${api}/start`);
  await ann.waitForSelector(".bar");
  await ann.locator(".suits").waitFor();
  const green = ["rgb(54, 195, 160)", "M0 4H8.5M4 0V8.5", "rgb(54, 195, 160)"];
  assert.deepEqual(await worn(ann), green);
  assert.equal(
    await ann
      .locator(".suits .track rect")
      .last()
      .evaluate((bar) => getComputedStyle(bar).getPropertyValue("--bright")),
    await ann.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--bright-of-3")),
  );

  // Turns go by, and the page is opened by somebody who had seen the first of them.
  for (let i = 0; i < 40 && (await ann.locator(".log li").count()) < 6; i++)
    await ann.locator(".bar .go:not(:disabled)").click();
  // Before the page itself begins: a step that arrives in between would remember its own turn.
  await ann.addInitScript(
    (room) => localStorage.setItem("threedown seen", JSON.stringify({ room, turn: 0 })),
    url.slice(3),
  );
  await ann.reload();
  const missed = ann.locator("dialog", { hasText: "While you were away" });
  await missed.waitFor();
  await missed.locator(".table .sprite").first().waitFor();
  assert.equal(await missed.locator(".bot").count(), 0, "she has chosen for herself");
  const first = await missed.locator("[aria-current]").innerText();
  await ann.keyboard.press("ArrowRight");
  assert.notEqual(await missed.locator("[aria-current]").innerText(), first);
  await ann.keyboard.press("End");
  await missed.waitFor({ state: "detached" });

  await playToTheEnd(ann);
  await isOver(ann);
  await ann.visit(`${url}/story`);
  await ann.waitForSelector("[data-ready] .letter");
  assert.deepEqual((await worn(ann)).slice(0, 2), green.slice(0, 2));
  quiet(ann);
  await leave(ann);
});
