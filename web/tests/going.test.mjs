// Navigation within one document: pages change without a reload, and a page that was left has no more effect.
import assert from "node:assert/strict";
import { test } from "node:test";
import { call, quiet } from "./people.mjs";
import { leave, real } from "./real.mjs";

const house = real();
const { somebody } = house;

/** A person in whose document something is written that a reload would lose, with the sockets that the page has opened. */
async function settled(path, options) {
  const page = await somebody(options);
  page.sockets = [];
  page.on("websocket", (socket) => page.sockets.push(socket));
  await page.visit(path);
  await page.evaluate(() => (window.same = true));
  return page;
}
const same = (page) => page.evaluate(() => window.same === true);
const focused = (page) => page.evaluate(() => document.activeElement?.tagName);

test("home, table, story, rules, lab and settings are one document, with titles, focus, and the way back", async () => {
  const page = await settled("/");
  await page.getByRole("button", { name: "War", exact: true }).click();
  await page.waitForSelector(".bar");
  assert.equal(await page.title(), "War · Threedown");
  const table = page.url();
  await page.locator("header a.home").click();
  await page.waitForSelector(".hero");
  assert.deepEqual([await page.title(), await focused(page)], ["Threedown", "H1"]);
  for (const [name, title] of [
    ["Rules", "Rules · Threedown"],
    ["Lab", "War in the lab · Threedown"],
    ["My games", "My games · Threedown"],
  ]) {
    await page.getByRole("link", { name, exact: true }).click();
    await page.waitForFunction((wanted) => document.title === wanted, title);
    assert.equal(await focused(page), "H1", name);
  }
  await page.getByRole("link", { name: "Settings" }).first().click();
  await page.waitForFunction(() => document.title === "Settings · Threedown");
  for (const title of ["My games", "War in the lab", "Rules"]) {
    await page.goBack();
    await page.waitForFunction((wanted) => document.title === wanted, `${title} · Threedown`);
  }
  await page.goBack();
  await page.waitForSelector(".hero");
  await page.goBack();
  await page.waitForSelector(".bar");
  assert.equal(page.url(), table);
  await page.goForward();
  await page.waitForSelector(".hero");
  assert.ok(await same(page));
  quiet(page);
  await leave(page);
});

test("the way back leads to where one has read; a link leads to the top, or to what it names", async () => {
  const page = await settled("/rules/blitzkrieg");
  const link = page.locator("ol a.number", { hasText: "BK-120" }).first();
  await link.scrollIntoViewIfNeeded();
  const read = await page.evaluate(() => scrollY);
  assert.ok(read > 0);
  await link.click();
  await page.waitForURL(/BK-120/);
  await page.waitForSelector(".which");
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.goBack();
  await page.waitForSelector(".matrix");
  await page.waitForFunction(() => scrollY > 0);
  assert.equal(await page.evaluate(() => scrollY), read);
  await page.evaluate(() => {
    const to = document.createElement("a");
    to.href = "/rules/war#rulings";
    document.querySelector("main").append(to);
    to.click();
  });
  await page.waitForURL(/rulings/);
  await page.waitForFunction(() => document.activeElement?.id === "rulings");
  const top = await page.evaluate(() => document.getElementById("rulings").getBoundingClientRect().top);
  assert.ok(top >= 0 && top < 800, `${top}`);
  assert.ok(await same(page));
  quiet(page);
  await leave(page);
});

test("after twenty ways to a table and away one socket is open at most, and nothing is drawn any more", async () => {
  const page = await settled("/settings");
  const rooms = [];
  for (let i = 0; i < 2; i++) {
    const { room, url } = await call(page, "POST", "/api/rooms", { game: "war", bots: { 1: "random" } });
    await call(page, "POST", `/api/rooms/${room}/start`);
    rooms.push(url);
  }
  const open = () => page.sockets.filter((one) => !one.isClosed()).length;
  for (let i = 0; i < 20; i++) {
    const opened = page.waitForEvent("websocket");
    await page.evaluate((url) => location.assign(url), rooms[i % 2]);
    await opened; // the last table's bar may still stand
    await page.waitForSelector(".bar");
    if (i % 3 > 0) continue; // from table to table as well
    await page.evaluate(() => history.back());
    await page.waitForFunction(() => !document.querySelector(".bar") || document.title);
  }
  await page.evaluate(() => location.assign("/settings"));
  await page.waitForFunction(() => document.title === "Settings · Threedown");
  assert.ok(page.sockets.length >= 20);
  for (const socket of page.sockets) if (!socket.isClosed()) await socket.waitForEvent("close");
  assert.equal(open(), 0);
  const frames = await page.evaluate(async () => {
    let asked = 0;
    const real = window.requestAnimationFrame;
    window.requestAnimationFrame = (tick) => (asked++, real(tick));
    for (let i = 0; i < 5; i++) await new Promise((done) => real(done));
    return asked;
  });
  assert.equal(frames, 0);
  assert.ok(await same(page));
  // Of a socket that is closed while it opens the browser itself says so.
  page.said = page.said.filter((line) => !/closed before the connection/.test(line));
  quiet(page);
  await leave(page);
});

test("a page that is left before it has come does not come", async () => {
  const page = await settled("/settings");
  let let_go;
  const held = new Promise((done) => (let_go = done));
  await page.route("**/api/me/rooms", async (route) => (await held, route.continue().catch(() => {})));
  await page.getByRole("link", { name: "My games" }).click();
  await page.locator("[role=progressbar]").waitFor();
  await page.getByRole("link", { name: "Rules", exact: true }).click();
  await page.waitForFunction(() => document.title === "Rules · Threedown");
  const answered = page.waitForResponse("**/api/me/rooms");
  let_go();
  await answered;
  assert.deepEqual([await page.title(), await page.locator("[role=progressbar]").count()], ["Rules · Threedown", 0]);
  quiet(page);
  await leave(page);
});

test("a press is seen before the server has answered it, and counts once", async () => {
  const page = await somebody();
  let let_go;
  const held = new Promise((done) => (let_go = done));
  const asked = [];
  await page.route("**/api/rooms", async (route) => {
    if (route.request().method() === "POST") {
      asked.push(route.request().url());
      await held;
    }
    await route.continue();
  });
  await page.visit("/");
  const play = page.getByRole("button", { name: "Play War now" });
  await play.click();
  assert.equal(await play.getAttribute("aria-busy"), "true");
  await play.dispatchEvent("click");
  let_go();
  await page.waitForSelector(".bar");
  assert.equal(asked.length, 1);
  quiet(page);
  await leave(page);
});

test("on a tile of a game the number of players leads to where they and bots are chosen", async () => {
  const page = await somebody({ width: 390, height: 844 });
  await page.visit("/");
  await page.getByRole("button", { name: /^2 to 6 players.* Blitz Champz$/ }).click();
  await page.getByRole("heading", { name: "Blitz Champz" }).waitFor();
  await page.getByRole("button", { name: "Add a bot" }).waitFor();
  quiet(page);
  await leave(page);
});

test("home stands before the server has answered, and every press there changes something within 100 ms", async () => {
  const page = await somebody();
  await page.route("**/api/**", () => {}); // no answer comes
  for (const name of ["Play War now", "With friends", "Have a code?", "Rules", "Lab", "My games", "Settings"]) {
    await page.visit("/");
    await page.locator(".hero").waitFor();
    const changed = await page.locator(".hero button, nav a, header a").evaluateAll(async (all, name) => {
      const control = all.find((one) => `${one.textContent} ${one.ariaLabel ?? ""}`.includes(name));
      if (!control) throw new Error(`no ${name} among ${all.map((one) => one.textContent.trim())}`);
      const before = document.body.innerHTML;
      control.click();
      await new Promise((done) => setTimeout(done, 100));
      return document.body.innerHTML !== before;
    }, name);
    assert.ok(changed, name);
  }
  quiet(page);
  await leave(page);
});

test("from the press to a table there are three calls, one after the other, and its socket", async () => {
  const page = await somebody();
  await page.visit("/");
  const asked = [];
  page.on("request", (one) => {
    const { pathname } = new URL(one.url());
    if (one.method() === "POST" && pathname.startsWith("/api/rooms")) asked.push(pathname.split("/")[4] ?? "open");
    else if (/^\/api\/rooms\/\w+$/.test(pathname)) asked.push("room");
  });
  page.on("websocket", () => asked.push("socket"));
  await page.getByRole("button", { name: "Play War now" }).click();
  await page.waitForSelector(".bar");
  assert.deepEqual(asked, ["open", "start", "part", "socket"]);
  quiet(page);
  await leave(page);
});

test("where less motion is wanted a page changes at once; else the front goes on", async () => {
  for (const [reduced, times] of [
    [true, 0],
    [false, 1],
  ]) {
    const page = await settled("/rules", { reduced });
    await page.evaluate(() => {
      window.changes = 0;
      const real = document.startViewTransition.bind(document);
      document.startViewTransition = (swap) => (window.changes++, real(swap));
    });
    await page.getByRole("link", { name: "Play", exact: true }).click();
    await page.waitForSelector(".hero");
    assert.equal(await page.evaluate(() => window.changes), times);
    quiet(page);
    await leave(page);
  }
});
