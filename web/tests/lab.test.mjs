// The lab on the real server: a stopped study, a completed one, and its rules sent to another person, who plays them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, call, quiet } from "./people.mjs";
import { leave, real } from "./real.mjs";

const house = real();
const { somebody } = house;
/** Rules that become machine code for the first time, on a machine that does other things too. */
const COMPILING = 300_000;

test("looks arrive while games are played; what is stopped stays; a small study ends, and is there at once from then on", async () => {
  const page = await somebody();
  await page.visit("/lab/war?vary=face_down:0,1,4&games=200000");
  await page.getByRole("heading", { name: "What does “Cards face down” do?" }).waitFor();
  await page.keyboard.press("r");
  await page.getByText(/So far [\d,]+ games each\./).waitFor({ timeout: COMPILING });
  await page.getByRole("button", { name: /^Stop( R)?$/ }).click();
  await page.getByText("Stopped: the results so far are saved.").waitFor();
  assert.equal(await page.locator(".rows li").count(), 3);
  assert.match(await page.locator(".rows li button").last().innerText(), /Half of all games last fewer than \d+ turns/);

  await page.visit("/lab/war?vary=short:lose,last_card&games=1000");
  await page.getByRole("button", { name: /^Play them/ }).click();
  await page.getByRole("button", { name: /^Run again/ }).waitFor({ timeout: COMPILING });
  const said = await page.locator("h1").innerText();
  assert.match(
    said,
    /^(With “Too few cards for a war: the last card serves”|No effect of “Too few cards for a war” was seen)/,
  );
  await page.getByText("All figures as a table").click();
  assert.equal(await page.locator("tbody tr").count(), 2);
  await accessible(page);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  assert.equal((await saved).suggestedFilename(), "war-short.csv");

  const other = await somebody({ width: 390, height: 844, touch: true, settings: JSON.stringify({ language: "it" }) });
  await other.visit("/lab/war?vary=short:lose,last_card&games=1000");
  await other.getByRole("button", { name: /^Di nuovo/ }).waitFor();
  assert.match(
    await other.locator("h1").innerText(),
    /^(Con «Troppo poche carte per una guerra: vale l’ultima carta»|Non si è visto alcun effetto)/,
  );
  await accessible(other);
  quiet(page, other);
  await leave(page, other);
});

test("a row's rules get a name and a link; who opens it plays by them, or asks on", async () => {
  const ann = await somebody();
  await ann.route("**/api/lab/study", (route) => route.fulfill({ path: "fixtures/decided/study-war.json" }));
  await ann.visit("/lab/war");
  await ann.getByRole("button", { name: /^4 Half of all games/ }).click();
  await ann.getByRole("button", { name: "Name and link" }).click();
  await ann.getByLabel("Name", { exact: true }).fill("Quick <b>War</b>");
  const link = new URL(await ann.locator("dialog .link").innerText());
  assert.equal(link.pathname + link.search, "/v/war?face_down=4&name=Quick+%3Cb%3EWar%3C%2Fb%3E");

  const ben = await somebody({ width: 390, height: 844, touch: true });
  await ben.visit(link.pathname + link.search);
  assert.equal(await ben.locator("h1").innerText(), "Quick <b>War</b>");
  assert.equal(await ben.locator("dd strong").innerText(), "4");
  await accessible(ben);
  assert.equal(
    await ben.getByRole("link", { name: "What do they do?" }).getAttribute("href"),
    "/lab/war?face_down=4&vary=face_down",
  );
  await ben.getByRole("button", { name: "Play by these rules" }).click();
  await ben.waitForURL(/\/r\/\w+$/);
  const { options, preset } = await call(ben, "GET", `/api/rooms/${new URL(ben.url()).pathname.split("/")[2]}`);
  assert.deepEqual([preset, options.face_down, options.short], ["bicycle", 4, "lose"]);
  await ann.visit(new URL(ben.url()).pathname); // the name is there for friends, and on the table
  await ann.locator("h2", { hasText: "Quick <b>War</b>" }).waitFor();
  await ben.getByLabel("Your name").waitFor();
  await ben.locator(".start").tap();
  await Promise.all([ann, ben].map((page) => page.locator("h1", { hasText: "Quick <b>War</b> · turn 0" }).waitFor()));
  quiet(ann, ben);
  await leave(ann, ben);
});

test("a link with rules that nobody can play says so in a line", async () => {
  const page = await somebody();
  for (const [path, line] of [
    ["/v/war?face_down=many", "face_down=many: allowed is"],
    ["/v/chess", "chess"],
    ["/lab/war?vary=short:nonsense", "short=nonsense: allowed is"],
  ]) {
    await page.visit(path);
    const said = await page.locator("[role=alert], [role=status]").filter({ hasText: line }).innerText();
    assert.ok(!said.includes("\n"));
  }
  page.said = page.said.filter((line) => !/status of 40[04]/.test(line));
  quiet(page);
  await leave(page);
});

test("from a rule's line in the rulebook one gets to the lab, and back", async () => {
  const page = await somebody();
  await page.visit("/rules/war");
  await page.locator("#option-short .lab").click();
  await page.waitForURL(/\/lab\/war\?vary=short/);
  await page.getByRole("heading", { name: /Too few cards for a war/ }).waitFor();
  await page.getByText("Values, a second rule, seats").click();
  await page.getByLabel("A second rule").selectOption("race");
  await page.waitForURL(/vary=short&vary=race/);
  assert.equal(await page.locator(".rows li").count(), 6);
  await page.locator("fieldset").first().getByRole("link", { name: "rulebook" }).click();
  await page.waitForURL(/\/rules\/war#option-short/);
  quiet(page);
  await leave(page);
});
