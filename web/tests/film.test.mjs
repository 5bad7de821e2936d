// The page draws the scene that the film has: its clock is stepped, so no load of the machine changes what is seen.
import assert from "node:assert/strict";
import { test } from "node:test";
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
