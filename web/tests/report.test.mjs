// A player reports another one, in the list of people at a table.
import assert from "node:assert/strict";
import { test } from "node:test";
import { illegible } from "./legible.mjs";
import { call, quiet, seated } from "./people.mjs";
import { leave, real } from "./real.mjs";

const { somebody } = real();

test("a player reports another one by keyboard, and they are not told", async () => {
  const [ann, ben] = [await somebody(), await somebody()];
  await seated({ game: "blitz31", seats: 2 }, ann, ben);
  await ann.getByRole("button", { name: "People" }).click();
  await ann
    .getByRole("button", { name: /^Report: / })
    .first()
    .waitFor();
  assert.equal(await ann.getByRole("button", { name: /^Report: / }).count(), 1, "not oneself");
  await ann.getByRole("button", { name: /^Report: / }).press("Enter");
  const dialog = ann.getByRole("dialog", { name: /^Report / });
  await dialog.getByLabel("Messages or a name that hurt").press("Space");
  await dialog.getByLabel(/What happened/).fill("They call me names,\nagain and again.");
  assert.deepEqual(await illegible(ann), []);
  await dialog.getByRole("button", { name: "Send report" }).press("Enter");
  await dialog.getByText("can read your report now").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  const [report] = (await call(ann, "GET", "/api/me/data")).reports;
  assert.deepEqual([report.reason, report.word], ["words", "They call me names, again and again."]);
  assert.deepEqual((await call(ben, "GET", "/api/me/data")).reports, []);
  quiet(ann, ben);
  await leave(ann, ben);
});
