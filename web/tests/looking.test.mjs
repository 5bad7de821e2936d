// A spectator looks over the seat of a player who allows it, until they take leave back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { illegible } from "./legible.mjs";
import { call, quiet, seated } from "./people.mjs";
import { leave, real } from "./real.mjs";

const { somebody } = real();

test("a spectator sees the cards of a player who shows them, and loses them at once", async () => {
  const [ann, ben] = [await somebody(), await somebody()];
  const cyd = await somebody();
  const url = await seated({ game: "blitz31", seats: 2 }, ann, ben);
  const { seats } = await call(ann, "GET", `/api${url.replace("/r/", "/rooms/")}`);
  const { name } = seats[0];
  await cyd.visit(`${url}?watch`);
  const watches = (text) => cyd.locator(".bar span:visible", { hasText: text }).first().waitFor();
  await watches(/^You watch$/);
  const people = (page) => page.getByRole("button", { name: "People" }).click();
  await people(cyd);
  await cyd.getByRole("dialog").getByText(name).first().waitFor();
  assert.equal(await cyd.getByRole("button", { name: `See their cards: ${name}` }).count(), 0);

  /** The different cards of the hand at the lower edge: backs are all the same. */
  const faces = () =>
    cyd.evaluate(
      () => new Set([...document.querySelectorAll("[data-place=hand] .ring")].map((one) => one.innerHTML)).size,
    );
  assert.equal(await faces(), 1);
  await people(ann);
  await ann.getByLabel("Spectators may see my cards").check();
  await ben.getByRole("button", { name: "People" }).click();
  await ben.getByRole("dialog").getByText("cards shown to spectators").waitFor();
  await cyd.getByRole("button", { name: `See their cards: ${name}` }).click();
  await cyd.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await watches(`You watch with ${name}`);
  assert.deepEqual(await illegible(cyd), []);
  assert.equal(await faces(), 3, "their hand");
  assert.equal(await cyd.locator(".felt .pick").count(), 0, "nothing to choose");
  await cyd.reload();
  await watches(/^You watch$/);
  await people(cyd);
  await cyd.getByRole("button", { name: `See their cards: ${name}` }).click();
  await cyd.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await watches(`You watch with ${name}`);

  await ann.getByLabel("Spectators may see my cards").uncheck();
  await watches(/^You watch$/);
  assert.equal(await faces(), 1);
  quiet(ann, ben, cyd);
  await leave(ann, ben, cyd);
});
