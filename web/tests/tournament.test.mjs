// An arena from the form that opens it to its podium: two people, a spectator and a program.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { accessible, playToTheEnd, quiet } from "./people.mjs";
import { leave, real } from "./real.mjs";
import { PYTHON } from "./threedown.mjs";

const house = real();
const { somebody } = house;
const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
// Names that a guest draws are equal once in 256 times, and rows are found by them here.
const named = (name) => JSON.stringify({ speed: null, language: "en", name });
const row = (page, name) => page.locator("tbody tr", { hasText: name });

/** While the server is down, the tournament becomes one that began five minutes earlier: its time is up. */
const EARLIER = `
import json, sqlite3, sys
with sqlite3.connect(sys.argv[1] + "/threedown.db") as database:
    [[body]] = database.execute("SELECT body FROM tournaments")
    body = json.loads(body)
    body["begins"] -= 300_000
    database.execute("UPDATE tournaments SET body = ?, version = version + 1", [json.dumps(body).encode()])
`;

/** A program that enters and, once `begun`, pauses: it is in the standings, and at no table. */
async function program(id, begun) {
  const call = async (path, token, body) => {
    const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(house.server.origin + path, {
      method: "POST",
      headers,
      body: JSON.stringify(body ?? {}),
    });
    assert.ok(answer.ok, path);
    return answer.json();
  };
  const { token } = await call("/api/guest", null, { name: "three-bot", program: true });
  await call(`/api/tournaments/${id}/join`, token);
  await begun();
  await call(`/api/tournaments/${id}/pause`, token);
}

test("an arena is opened, joined by its link, played, and ends with a podium", async () => {
  const ann = await somebody({ settings: named("Ann") });
  await ann.visit("/tournaments");
  await ann.getByRole("heading", { level: 1, name: /No tournament\s*is open\./ }).waitFor();
  await accessible(ann);
  await ann.getByLabel("Game").selectOption("Blitz Champz");
  await ann.getByLabel("Players at the table").selectOption("2");
  await ann.getByLabel("Length").selectOption("5 minutes");
  await ann.getByLabel("Begins").selectOption("at once");
  await ann.getByRole("button", { name: "Open" }).press("Enter");
  await ann.waitForURL(/\/t\/\w+$/);
  const path = new URL(ann.url()).pathname;
  await ann.getByText("Nobody has entered yet.").waitFor();
  await program(path.slice(3), () => ann.getByText("time left", { exact: true }).waitFor());
  await row(ann, "three-bot").filter({ hasText: "program" }).filter({ hasText: "paused" }).waitFor();

  await ann.getByRole("button", { name: "Join" }).press("Enter");
  await ann.getByRole("heading", { name: "You are in" }).waitFor();
  const ben = await somebody({ width: 360, height: 740, theme: "light", touch: true, settings: named("Ben") });
  await ben.visit("/tournaments");
  await ben.getByRole("link", { name: /^Arena, Blitz Champz/ }).tap();
  await ben.waitForURL(new RegExp(path));
  await ben.getByRole("button", { name: "Join" }).tap();
  const names = [];
  for (const page of [ann, ben]) {
    await page.getByRole("heading", { name: "Your next table" }).waitFor({ timeout: 20_000 });
    await page.getByRole("status").filter({ hasText: "Your table is ready: table 1." }).waitFor({ state: "attached" });
    names.push(await page.locator("li.you b").innerText());
    await accessible(page);
    assert.ok(await fits(page));
    // Who pauses now plays this table and no other: the next one would be made within seconds of its end.
    await page.getByRole("button", { name: "Pause" }).press("Enter");
    await page.getByRole("button", { name: "Go on" }).waitFor();
  }
  await ann.keyboard.press("j");
  assert.match(await ann.evaluate(() => document.activeElement.textContent), new RegExp(names[0]));
  await ann.keyboard.press("Enter");
  await ann.waitForURL(/\/r\//);
  await ann.getByText("The game begins as soon as everybody has come.").waitFor();
  const eve = await somebody();
  await eve.visit(path);
  await row(eve, names[0]).getByRole("link", { name: "table 1" }).waitFor();
  await ben.getByRole("link", { name: "Sit down" }).tap();
  await Promise.all([playToTheEnd(ann), playToTheEnd(ben)]);
  const back = [ann, ben].map((page) => page.getByRole("button", { name: "Back to the tournament" }));
  await Promise.all(back.map((button) => button.waitFor({ timeout: 100_000 })));
  for (const page of [ann, ben]) {
    await page.evaluate(() => clearInterval(window.playing));
    assert.equal(await page.getByRole("button", { name: /Rematch/ }).count(), 0);
  }
  await ann.keyboard.press("Enter");
  await back[1].tap();
  await Promise.all([ann, ben].map((page) => page.waitForURL(new RegExp(`${path}$`))));
  for (const page of [ann, ben, eve])
    await page
      .getByText(/(wins?|No player wins) at table 1/)
      .first()
      .waitFor();
  for (const name of names) assert.equal(await row(eve, name).locator(".games").innerText(), "1");
  for (const page of [ann, ben]) await page.getByRole("heading", { name: "You pause" }).waitFor();

  await house.server.kill();
  await ann.getByText("The connection is lost.").waitFor();
  const { status, stderr } = spawnSync(PYTHON, ["-c", EARLIER, house.server.folder], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  await house.server.start();
  for (const page of [ann, ben]) {
    await page.getByRole("list", { name: "The first three" }).waitFor({ timeout: 20_000 });
    await page.getByRole("heading", { level: 1, name: /^(1st|2nd|3rd) of 3$/ }).waitFor();
    assert.equal(await page.getByRole("heading", { name: /You pause|Your next table/ }).count(), 0);
    await accessible(page);
    assert.ok(await fits(page));
  }
  await eve.getByRole("heading", { level: 1, name: "Arena, Blitz Champz" }).waitFor();
  if (process.env.PICTURES)
    for (const [page, name] of [
      [ann, "end-desk"],
      [ben, "end-phone"],
    ])
      // prettier-ignore
      await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true });

  const file = async (kind) => {
    const arriving = ann.waitForEvent("download");
    await ann.getByRole("link", { name: `Results, ${kind}` }).click();
    const stream = await (await arriving).createReadStream();
    return (await stream.toArray()).join("");
  };
  const csv = (await file("CSV")).trim().split(/\r?\n/);
  assert.equal(csv[0], "place,name,program,points,games,wins,round");
  assert.equal(csv.length, 4);
  const json = JSON.parse(await file("JSON"));
  assert.deepEqual(json.map((one) => one.name).sort(), [...names, "three-bot"].sort());
  assert.equal(json.find((one) => one.name === "three-bot").program, true);
  assert.deepEqual(
    await ann.locator("tbody .points").allInnerTexts(),
    json.map((one) => String(one.points)),
  );

  await ann.visit("/tournaments");
  await ann.getByRole("heading", { name: "Over" }).waitFor();
  for (const page of [ann, ben, eve])
    page.said = page.said.filter((text) => !/ERR_CONNECTION_REFUSED|WebSocket/.test(text));
  quiet(ann, ben, eve);
  await leave(ann, ben, eve);
});

test("a knockout plays three sealed deals to its winner, and then anybody may read them", async () => {
  const ann = await somebody();
  await ann.visit("/tournaments");
  await ann.getByLabel("Game").selectOption("Blitz Champz");
  await ann.getByLabel("Kind").selectOption("Knockout: half of each table goes on");
  assert.equal(await ann.getByLabel("Length").count(), 0, "a knockout lasts as long as its games");
  await ann.getByLabel("Players at the table").selectOption("2");
  await ann.getByLabel("Begins").selectOption("at once");
  await ann.getByRole("button", { name: "Open" }).press("Enter");
  await ann.waitForURL(/\/t\/\w+$/);
  const path = new URL(ann.url()).pathname;
  await ann.getByText("It begins when there are two players.").waitFor();
  await accessible(ann);
  await ann.getByRole("button", { name: "Join" }).press("Enter");
  await ann.getByRole("heading", { name: "You are in" }).waitFor();
  const ben = await somebody({ width: 360, height: 740, theme: "light", touch: true, settings: named("Ben") });
  await ben.visit("/tournaments");
  await ben.getByRole("link", { name: /^Knockout, Blitz Champz tables of 2 · 1 player/ }).tap();
  await ben.waitForURL(new RegExp(path));
  await ben.getByRole("button", { name: "Join" }).tap();
  const eve = await somebody();
  await eve.visit(path);

  const rooms = [];
  for (const deal of [1, 2, 3]) {
    for (const page of deal === 1 ? [ann, ben] : [ann]) {
      await page.getByText(`deal ${deal} of 3`).waitFor({ timeout: 100_000 }); // until then the way leads to the last deal
      await page.getByRole("link", { name: "Sit down" }).waitFor({ timeout: 100_000 });
    }
    if (deal === 1)
      for (const page of [ann, ben]) {
        await accessible(page);
        assert.ok(await fits(page));
      }
    await ann.keyboard.press("Enter");
    await ann.waitForURL(/\/r\//);
    rooms.push(new URL(ann.url()).pathname);
    if (deal === 1) await ben.getByRole("link", { name: "Sit down" }).tap();
    await ben.waitForURL(`**${rooms.at(-1)}`, { timeout: 100_000 }); // who stays at the table is led to its next deal
    await Promise.all([playToTheEnd(ann), playToTheEnd(ben)]);
    for (const page of [ann, ben]) {
      const back = page.getByRole("button", { name: "Back to the tournament" });
      await back.waitFor({ timeout: 100_000 });
      await page.evaluate(() => clearInterval(window.playing));
      if (deal < 3) assert.equal(await page.getByRole("button", { name: /Story|Rematch/ }).count(), 0);
      if (page === ben && deal < 3) continue;
      await back.press("Enter");
      await page.waitForURL(new RegExp(`${path}$`));
    }
    if (deal === 1) {
      await eve.getByText("Watching opens when the round is over").waitFor();
      const { status, body } = await eve.evaluate(async (room) => {
        const answer = await fetch(`/api${room.replace("/r/", "/rooms/")}/story?seat=0`);
        return { status: answer.status, body: await answer.json() };
      }, rooms[0]);
      assert.deepEqual([status, body.detail], [403, "Sealed until the round is over."]);
    }
  }
  for (const page of [ann, ben, eve]) await page.getByRole("list", { name: "The first three" }).waitFor();
  for (const page of [ann, ben]) await page.getByRole("heading", { level: 1, name: /^(1st|2nd) of 2$/ }).waitFor();
  await accessible(ann);
  const names = await eve.locator(".board li b").allInnerTexts();
  await eve.getByRole("link", { name: "deal 1" }).click();
  await eve.waitForURL(`**${rooms[0]}/story`);
  for (const name of names) await eve.getByText(name).first().waitFor();
  assert.equal(await eve.getByText("Seat A").count(), 0, "people read names");
  for (const page of [ann, ben, eve]) page.said = page.said.filter((text) => !/403/.test(text));
  quiet(ann, ben, eve);
  await leave(ann, ben, eve);
});

test("an unknown tournament is a page with status 404, and a listed one is told in Italian", async () => {
  const ann = await somebody({ settings: JSON.stringify({ speed: null, language: "it" }) });
  const answer = await ann.goto(`${house.server.origin}/t/nowhere1`);
  assert.equal(answer.status(), 404);
  await ann.visit("/tournaments");
  await ann.getByLabel("Comincia").or(ann.getByLabel("Inizio")).selectOption("fra 1 minuto");
  await ann.getByRole("button", { name: "Apri" }).click();
  await ann.waitForURL(/\/t\/\w+$/);
  await ann.getByRole("button", { name: "Partecipa" }).click();
  await ann.getByRole("heading", { name: "Ci sei" }).waitFor();
  await ann.getByText("comincia fra", { exact: true }).waitFor();
  await ann.getByRole("button", { name: "Esci" }).click();
  await ann.getByRole("heading", { name: "Partecipa" }).waitFor();
  await accessible(ann);
  await leave(ann);
});
