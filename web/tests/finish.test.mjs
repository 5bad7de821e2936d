// "Finish" and "to the next war" on the real server: many turns for one command, and none of them is missing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isOver, quiet, room } from "./people.mjs";
import { leave, real } from "./real.mjs";

const house = real();
/** Turns that one command plays, as the server says. */
const TOGETHER = 32;

test("Finish plays a game out in a few commands, on a phone as well; a reload tells the same log", async () => {
  const page = await house.somebody({ width: 390, height: 844, touch: true });
  const [sent, steps] = [[], []];
  page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => payload.includes('"go"') && sent.push(JSON.parse(payload)));
    socket.on(
      "framereceived",
      ({ payload }) => payload.startsWith('{"type":"step"') && steps.push(JSON.parse(payload)),
    );
  });
  await room(page, { game: "beggar-my-neighbour", bots: { 1: "random" }, options: { turn_cap: 300 } });
  await page.locator(".start").click();
  await page.waitForSelector(".bar");
  await page.keyboard.press("f");
  await isOver(page);
  assert.deepEqual(
    steps.map((step) => step.seq),
    steps.map((_, i) => i),
    "each turn is told, in order",
  );
  const turns = steps.at(-1).view.turns;
  assert.ok(turns > TOGETHER, "a long game");
  assert.ok(sent.length <= turns / TOGETHER + 2, `${sent.length} commands for ${turns} turns`);
  const log = () => page.locator("[role=log]").first().innerText();
  const told = await log();
  await page.reload();
  await isOver(page);
  const [lines, again] = [told, await log()].map((text) => text.trim().split("\n").slice(-20));
  assert.deepEqual(again, lines);
  quiet(page);
  await leave(page);
});

test("to the next war: the turns before it are played at once, and my card in it waits", async () => {
  const page = await house.somebody({ settings: JSON.stringify({ speed: 8, language: "en" }) });
  const sent = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => payload.includes('"go"') && sent.push(JSON.parse(payload))),
  );
  // Six plain turns, then two sevens.
  const plain = ["2C 3C 4C 5C 6C 8C", "3D 4D 5D 6D 8D 9D"];
  const piles = { "deck 0": `${plain[0]} 7C 2S KC 5H`, "deck 1": `${plain[1]} 7D 2H QD 6S` };
  await room(page, { game: "war", bots: { 1: "random" }, laid: { piles } });
  await page.locator(".start").click();
  await page.waitForSelector(".bar");
  await page.keyboard.press("w");
  await page.getByText("Your card is next").first().waitFor();
  assert.match(await page.locator("h1").innerText(), /turn 7$/);
  assert.deepEqual(
    sent.map(({ until, seq }) => [until, seq]),
    [
      ["milestone", 0],
      ["milestone", 6],
    ],
  );
  quiet(page);
  await leave(page);
});
