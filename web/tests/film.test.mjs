// The page draws the scene that the film has: its clock is stepped, so no load of the machine changes what is seen.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { pass } from "../pictures/stepped.mjs";
import { fixtures } from "./fixtures.mjs";

const { table } = fixtures();
const FRAME = 16;

/** The faces between the players, the log's newest entry and the numbers, as they are seen now. */
const look = (page) =>
  page.evaluate(() => ({
    faces: [...document.querySelectorAll(".sprite")]
      .filter((one) => one.querySelector(".rank") && Number(one.style.getPropertyValue("--dim")) !== 0.2)
      .map(
        (one) =>
          `${one.style.transform} ${one.querySelector(".turner").style.transform} ${one.querySelector("[aria-label]")?.ariaLabel ?? ""}`,
      )
      .sort(),
    told: document.querySelectorAll("[role=log] .now p").length,
    numbers: [...document.querySelectorAll(".plate .count")].map((one) => Number(one.innerText)),
  }));

test("in twelve plain turns of War both faces rest together for 350 ms, and nothing is told before", async () => {
  const page = await table("/fixture/war?at=60", { reduced: false, stepped: true });
  for (let turn = 0; turn < 12; turn++) {
    await page.keyboard.press("Space");
    let [rest, longest, before, told, counted] = [0, 0, "", 0, 0];
    let at = 0;
    for (; at < 1200; at += FRAME) {
      await page.clock.runFor(FRAME);
      const seen = await look(page);
      const now = seen.faces.join();
      // Two faces, flat, where they were a frame ago.
      rest = seen.faces.length === 2 && !now.includes("rotateY") && now === before ? rest + FRAME : 0;
      if (at > 200 && at < 750) longest = Math.max(longest, rest);
      before = now;
      if (seen.told === 2 && told === 0) told = at;
      if (seen.numbers.reduce((sum, one) => sum + one, 0) === 52 && at > 300 && counted === 0) counted = at;
    }
    // So many frames alike are one interval fewer.
    assert.ok(longest >= 350 - FRAME, `turn ${turn}: at rest together for ${longest} ms`);
    assert.ok(told >= 264 && told <= 320, `told at ${told}`);
    assert.ok(counted >= 930 && counted <= 990, `counted at ${counted}`);
  }
});

/** A recorded game that is over with its last step. */
async function ended(name) {
  const file = new URL(`../fixtures/${name}.json`, import.meta.url);
  const played = JSON.parse(await readFile(file));
  const over = played.steps.findIndex((step) => step.view.over);
  if (over >= 0) return { ...played, steps: played.steps.slice(0, over + 1) };
  // A step that my press begins.
  const mine = (i) => i > 0 && !played.steps[i - 1].question?.seat;
  const last = played.steps.findLastIndex((step, i) => mine(i) && step.question === null && step.events.length > 0);
  const { events, view } = played.steps[last];
  const seats = [...Array(played.seats).keys()];
  const end = { kind: "end", winners: [0], ranking: seats.map((seat) => [seat]), text: "It is over." };
  const step = { events: [...events, end], view: { ...view, over: true }, question: null };
  return { ...played, steps: [...played.steps.slice(0, last), step] };
}

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
for (const name of ["tod-und-leben", "casino-war"])
  for (const size of SIZES)
    test(`nothing of the end of ${name} is drawn over the table, ${size.width} wide`, async () => {
      const played = await ended(name);
      const path = `/fixture/${name}?step=${played.steps.length - 2}&company`;
      const page = await table(path, { ...size, reduced: false, stepped: true, files: { [name]: played } });
      await page.keyboard.press("Space");
      const seen = { table: 0, end: 0 };
      for (let at = 0; at < 9000 && seen.end < 1; at += 20) {
        await pass(page, 20);
        const now = await page.evaluate(() => {
          const opacity = (one) => Number(getComputedStyle(one).opacity);
          const table = Math.max(0, ...[...document.querySelectorAll(".felt > .numbers, .sprite")].map(opacity));
          const plates = [...document.querySelectorAll(".ending .plate")]
            .filter((one) => one.checkVisibility())
            .map(opacity);
          const course = document.querySelector(".ending .course");
          const left = course ? Number(/ ([\d.]+)%\)/.exec(getComputedStyle(course).clipPath)?.[1] ?? 0) : 100;
          return { table, end: Math.max(1 - left / 100, ...plates) };
        });
        if (now.end > 0) seen.table = Math.max(seen.table, now.table);
        seen.end = now.end;
      }
      assert.ok(seen.end === 1, "the end was drawn");
      assert.ok(seen.table < 0.03, `${seen.table} of the table was left`);
      await page.context().close();
    });
