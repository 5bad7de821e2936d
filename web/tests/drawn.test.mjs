// The drawing of the front: nothing is stretched to a block, and nothing costly is painted while it moves.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fixtures } from "./fixtures.mjs";

const { table } = fixtures();
const FRAME = 16;

/** What is read in each frame of so many milliseconds. */
async function frames(page, ms, read) {
  const found = [];
  for (let at = 0; at < ms; at += FRAME) {
    await page.clock.runFor(FRAME);
    found.push(await page.evaluate(read));
  }
  return found;
}

test("a front that is stretched to a block when a nested battle opens on a phone is not drawn", async () => {
  const page = await table("/fixture/blitzkrieg-nested?step=1", {
    width: 390,
    height: 844,
    touch: true,
    reduced: false,
    stepped: true,
  });
  /** How far each layer of the front that is drawn is stretched, and how far those are that are not. */
  const stretched = () => {
    const layers = [...document.querySelectorAll(".felt > svg.front")].map((one) => {
      const { transform, visibility } = getComputedStyle(one);
      return { by: new DOMMatrix(transform).a, drawn: visibility === "visible" };
    });
    const most = (drawn) => Math.max(0, ...layers.filter((one) => one.drawn === drawn).map((one) => one.by));
    return { drawn: most(true), hidden: most(false) };
  };
  await page.keyboard.press("Enter");
  const found = await frames(page, 1600, stretched);
  assert.ok(Math.max(...found.map((one) => one.drawn)) <= 4, JSON.stringify(found.filter((one) => one.drawn > 4)));
  assert.ok(Math.max(...found.map((one) => one.hidden)) > 4, "no battle opened");
  assert.ok(found.at(-1).drawn > 0, "at rest the front is drawn");
  await page.context().close();
});

test("no pattern is painted while the front draws back over the whole game", async () => {
  const page = await table("/fixture/war?step=169&company", { reduced: false, stepped: true });
  const front = () => ({
    course: document.querySelector("[data-place=front]").getAttribute("d"),
    patterns: document.querySelectorAll(".front .pattern path").length,
    ends: document.querySelector(".ending") !== null,
    told: document.querySelector(".ending h2") !== null,
  });
  await page.keyboard.press("Space");
  const found = await frames(page, 4000, front);
  const moves = found.flatMap((one, i) => (found[i - 1]?.ends && one.course !== found[i - 1].course ? [i] : []));
  const back = found.slice(moves[0], moves.at(-1));
  assert.ok(moves.length > 20, `the course is drawn ${moves.length} times`);
  assert.deepEqual([...new Set(back.map((one) => one.patterns))], [0]);
  // Two sides of five strokes, before and afterwards.
  assert.equal(found[0].patterns, 10);
  assert.deepEqual([found.at(-1).patterns, found.at(-1).told], [10, true]);
  await page.context().close();
});

test("Champz: the highest score, 28 of 21, ends within the table with its cards", async () => {
  const played = JSON.parse(await readFile(new URL("../fixtures/champz.json", import.meta.url)));
  const { state, piles } = played.steps[78].view;
  // 18 points, a conversion, and the longest pass.
  state["points 0"] = 28;
  piles["field 0"] = { count: 7, cards: ["HAIL-MARY", "CONVERSION", ...piles["field 0"].cards] };
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const page = await table("/fixture/beyond?step=78", { ...size, files: { beyond: played } });
    await page.waitForSelector(".laid");
    const found = await page.evaluate(() => {
      const felt = document.querySelector(".felt").getBoundingClientRect();
      const right = (one) => one.getBoundingClientRect().right - felt.left;
      return {
        width: felt.width,
        scores: [...document.querySelectorAll(".who .number")].map((one) => Number(one.innerText)),
        cards: [...document.querySelectorAll(".laid")].map(right),
        goal: right(document.querySelector("[data-place=goal]")),
        fronts: [...document.querySelectorAll(".lanes path[stroke^='var(--bright']")].map(right),
      };
    });
    assert.equal(Math.max(...found.scores), 28);
    assert.ok(Math.max(...found.fronts) > found.goal, "the front is past the goal");
    assert.ok(
      Math.max(...found.fronts) <= found.width && Math.max(...found.cards) <= found.width,
      JSON.stringify(found),
    );
    await page.context().close();
  }
});

test("places to drop a card on are there only while one may be chosen", async () => {
  const page = await table("/fixture/war-6?at=1", { stepped: true });
  await page.keyboard.press("Space");
  const counts = await frames(page, 800, () => document.querySelectorAll("span[data-pile]").length);
  assert.deepEqual([...new Set(counts)], [0]);
  await page.context().close();
  const asked = await table("/fixture/steal-war?step=37");
  assert.ok((await asked.locator("span[data-pile]").count()) > 2);
  await asked.context().close();
});
