// Games with days a move: the room offers their clocks, and the list of my games comes in the order of urgency.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, call, quiet, room } from "./people.mjs";
import { leave, real } from "./real.mjs";

const house = real();
const { somebody } = house;

test("a room takes days a move, and my games say how much time is left", async () => {
  const ann = await somebody();
  await room(ann, { game: "blitz31", bots: { 1: "simple" }, seats: 2 });
  const days = ann.getByRole("radiogroup", { name: "Days a move" });
  await days.getByRole("radio", { name: "3 d" }).click();
  await days.locator('[aria-checked="true"]', { hasText: "3 d" }).waitFor();
  assert.equal(await ann.getByRole("radiogroup", { name: "A choice takes at most" }).count(), 0);
  await days.getByRole("radio", { name: "6 h" }).click();
  await days.locator('[aria-checked="true"]', { hasText: "6 h" }).waitFor();
  await ann.locator(".start").click();
  await ann.waitForSelector(".bar");
  await ann.getByText("5:59", { exact: false }).or(ann.getByText("5 h")).first().waitFor();
  await ann.visit("/mine");
  const mine = ann.locator("li.mine");
  await mine.waitFor();
  assert.match(await ann.locator("h1").innerText(), /YOUR MOVE\s+IN ONE GAME|Your move\s+in one game/);
  assert.match(await mine.locator(".time").innerText(), /5 h/);
  assert.match(await mine.locator(".time .heard").textContent(), /5 hours left/);
  await accessible(ann);
  quiet(ann);
  await leave(ann);
});

test("a room without choices offers no days a move", async () => {
  const ann = await somebody();
  await room(ann, { game: "war", bots: { 1: "random" }, seats: 2 });
  await ann.getByRole("radiogroup", { name: "A choice takes at most" }).waitFor();
  assert.equal(await ann.getByRole("radiogroup", { name: "Days a move" }).count(), 0);
  const answer = await call(ann, "POST", "/api/rooms", { game: "war", clock: { choice: 86_400_000 } }).catch((e) => e);
  assert.match(JSON.stringify(answer?.detail ?? String(answer)), /days a move/);
  await leave(ann);
});
