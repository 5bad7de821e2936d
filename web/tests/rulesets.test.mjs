// Rule sets: rules from a link are kept, found by others, played, copied, changed, downloaded and deleted.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { accessible, quiet } from "./people.mjs";
import { leave, real } from "./real.mjs";

const house = real();
const { somebody } = house;
const named = (name) => JSON.stringify({ speed: null, language: "en", name });
const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

test("rules get a name, a text and a page; a friend plays and copies them", async () => {
  const ann = await somebody({ settings: named("Ann") });
  await ann.visit("/v/blitz31?preset=modern&lives=5&name=Our%2031");
  await ann.getByText("Keep these rules on this server").click();
  await ann.getByLabel("About these rules").fill("Five lives.\nAt grandmother's.");
  await ann.getByRole("checkbox", { name: /List it/ }).check();
  await accessible(ann);
  await ann.getByRole("button", { name: "Keep", exact: true }).click();
  await ann.waitForURL(/\/rulesets\/\w+$/);
  const path = new URL(ann.url()).pathname;
  await ann.getByRole("heading", { level: 1, name: "Our 31" }).waitFor();
  await ann.getByText("Yours; everybody finds it.").waitFor();
  await accessible(ann);

  const ben = await somebody({ width: 360, height: 740, theme: "light", touch: true, settings: named("Ben") });
  await ben.visit("/rules");
  await ben.getByRole("link", { name: "Rule sets by people" }).tap();
  await ben.getByRole("link", { name: /^Our 31/ }).tap();
  await ben.waitForURL(new RegExp(`${path}$`));
  await ben.getByRole("heading", { level: 1, name: "Our 31" }).waitFor();
  await ben.getByText("By Ann.").waitFor();
  await ben.getByText("At grandmother's.").waitFor();
  await accessible(ben);
  assert.ok(await fits(ben));
  assert.equal(await ben.getByRole("button", { name: "Edit" }).count(), 0);

  const arriving = ben.waitForEvent("download");
  await ben.getByRole("link", { name: "Download file" }).tap();
  const file = await readFile(await (await arriving).path(), "utf8");
  assert.match(file, /name = "Our 31"/);
  assert.match(file, /author = "Ann"/);
  assert.match(file, /lives = 5/);

  await ben.getByRole("button", { name: "Copy and change" }).tap();
  await ben.getByLabel("Name").fill("Short 31");
  await ben.getByRole("spinbutton", { name: "Lives" }).or(ben.getByLabel("Lives")).first().fill("2");
  await ben.getByRole("spinbutton", { name: "Lives" }).press("Tab");
  await ben.getByRole("button", { name: "Keep", exact: true }).tap();
  await ben.getByRole("heading", { level: 1, name: "Short 31" }).waitFor();
  await ben.getByRole("link", { name: "A copy of Our 31, Ann." }).waitFor();
  assert.equal(await ben.locator("dd strong").innerText(), "2");
  await ben.getByRole("button", { name: "Edit" }).tap();
  await ben.getByLabel("Name").fill("Shorter 31");
  await ben.getByRole("button", { name: "Keep", exact: true }).tap();
  await ben.getByRole("heading", { level: 1, name: "Shorter 31" }).waitFor();

  await ben.getByRole("button", { name: "Play by these rules" }).tap();
  await ben.waitForURL(/\/r\//);
  await ben.locator("summary", { hasText: "Shorter 31" }).tap();
  await ben.getByRole("link", { name: "Shorter 31" }).waitFor();

  await ann.getByRole("button", { name: "Delete" }).click();
  await ann.getByRole("button", { name: "Delete for good" }).click();
  await ann.waitForURL(/\/rulesets$/);
  assert.equal(await ann.getByRole("link", { name: /^Our 31/ }).count(), 0);
  await ben.visit(path);
  await ben.getByText(/no such rule set/).waitFor();
  quiet(ann);
  await leave(ann, ben);
});
