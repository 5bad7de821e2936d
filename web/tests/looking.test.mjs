// A spectator looks over the seat of a player who allows it, until they take leave back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { illegible } from "./legible.mjs";
import { quiet, seated } from "./people.mjs";
import { leave, real } from "./real.mjs";

const { somebody } = real();

test("a spectator sees the cards of a player who shows them, on a phone too, and loses them at once", async () => {
  const [ann, ben] = [await somebody(), await somebody()];
  const cyd = await somebody({ width: 390, height: 844, touch: true });
  const url = await seated({ game: "blitz31", seats: 2 }, ann, ben);
  await cyd.visit(`${url}?watch`);
  const bar = cyd.locator(".bar");
  await bar.getByText("You watch", { exact: true }).waitFor();
  const people = (page) => page.getByRole("button", { name: "People" }).click();
  await people(cyd);
  await cyd.getByRole("dialog").getByText("Ann", { exact: true }).waitFor();
  assert.equal(await cyd.getByRole("button", { name: "See their cards: Ann" }).count(), 0);

  await people(ann);
  await ann.getByLabel("Spectators may see my cards").check();
  await ben.getByRole("button", { name: "People" }).click();
  await ben.getByRole("dialog").getByText("cards shown to spectators").waitFor();
  await cyd.getByRole("button", { name: "See their cards: Ann" }).click();
  await cyd.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await bar.getByText("You watch with Ann").waitFor();
  assert.deepEqual(await illegible(cyd), []);
  const hand = () => cyd.evaluate(() => document.querySelectorAll(".felt [aria-label*=' of '], .felt .face").length);
  const seen = await hand();
  assert.ok(seen > 0, "Ann's cards");
  await cyd.reload();
  await bar.getByText("You watch", { exact: true }).waitFor();
  await people(cyd);
  await cyd.getByRole("button", { name: "See their cards: Ann" }).click();
  await cyd.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await bar.getByText("You watch with Ann").waitFor();

  await ann.getByLabel("Spectators may see my cards").uncheck();
  await bar.getByText("You watch", { exact: true }).waitFor();
  quiet(ann, ben, cyd);
  await leave(ann, ben, cyd);
});
