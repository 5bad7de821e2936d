// Rules, stories and fairness on the real server, in Debian's Chromium.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { call, quiet } from "./people.mjs";
import { leave, real } from "./real.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const ROOMS = {};
let state;
const house = real(async ({ somebody }) => {
  const page = await somebody();
  await page.visit("/settings");
  for (const wish of [
    { game: "war", preset: "three-down", bots: { 1: "random" } },
    { game: "champz", seats: 3, bots: { 1: "simple", 2: "simple" } },
  ])
    ROOMS[wish.game] = await finished(page, wish);
  state = await page.context().storageState();
  await page.context().close();
});

/** The SHA-256 of a part of the chance. */
async function hashOf(part) {
  const digest = await crypto.subtle.digest("SHA-256", Buffer.from(part, "hex"));
  return Buffer.from(digest).toString("hex");
}

/** A game played to its end by its usual choices over the page's own socket: the room's name. */
async function finished(page, wish) {
  const { room } = await call(page, "POST", "/api/rooms", { ...wish, pace: 0 });
  const part = "466f727a6121";
  await call(page, "POST", `/api/rooms/${room}/join`, { part_hash: await hashOf(part) });
  await call(page, "POST", `/api/rooms/${room}/start`);
  await call(page, "POST", `/api/rooms/${room}/part`, { part });
  await page.evaluate(
    (room) =>
      new Promise((over) => {
        const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/rooms/${room}/live`);
        let asked = 0;
        socket.onopen = () => socket.send(JSON.stringify({ type: "hello", after: null }));
        socket.onmessage = ({ data }) => {
          const told = JSON.parse(data);
          if (told.type === "over") over(socket.close());
          if (!["table", "step"].includes(told.type) || told.view?.over) return;
          const id = `c${++asked}`;
          if (told.question?.usual)
            socket.send(JSON.stringify({ type: "choose", id, seq: told.seq, choice: told.question.usual }));
          else if (!told.question) socket.send(JSON.stringify({ type: "go", id, seq: told.seq }));
        };
      }),
    room,
  );
  return room;
}

/** Who has played those games, at a page. */
async function player(path, { width = 1280, height = 800, theme = "dark", route } = {}) {
  const page = await house.somebody({ width, height, theme });
  await page.context().addCookies(state.cookies);
  // That there is a cookie is remembered beside it.
  await page
    .context()
    .addInitScript(
      (kept) => kept.forEach(({ name, value }) => localStorage.getItem(name) ?? localStorage.setItem(name, value)),
      state.origins[0].localStorage,
    );
  if (route) await page.route(...route);
  await page.visit(path);
  return page;
}

test("an example's table is laid another way and played on from", async () => {
  const page = await player("/rules/war/WP-12");
  await page.getByRole("button", { name: "Lay this table myself" }).click();
  const mine = page.getByLabel("A’s packet");
  await mine.fill("7C 1Z");
  await page.getByRole("alert").getByText("is not a card of this game").waitFor();
  await mine.fill("7c KC 9C");
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.waitForSelector(".bar");
  const { seats, laid } = await call(page, "GET", `/api/rooms/${new URL(page.url()).pathname.split("/")[2]}`);
  assert.deepEqual([laid, seats.map((one) => one.kind)], [true, ["person", "bot"]]);
  await page.getByText("3", { exact: true }).first().waitFor();
  quiet(page);
  await leave(page);
});

test("a clause is found, opened and stepped through with the keyboard alone", async () => {
  const page = await player("/rules/war");
  await page.keyboard.press("/");
  await page.keyboard.type("queen sevens nine");
  const hit = page.locator(".hits a").first();
  await hit.waitFor();
  while (!(await page.evaluate(() => document.activeElement?.closest(".hits a")))) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/rules\/war\/W/);
  await page.goto(`${house.server.origin}/rules/war/WP-12`);
  await page.locator(".steps button").first().waitFor();
  const steps = await page.locator(".steps button").count();
  for (let i = 1; i < steps; i++) await page.keyboard.press("ArrowRight");
  assert.match(await page.locator(".steps [aria-current=step]").innerText(), /takes the pot/);
  assert.equal(await page.locator(".claims li").count(), await page.locator(".claims li:not(.wrong)").count());
  await page.keyboard.press("ArrowLeft");
  assert.match(await page.locator(".steps [aria-current=step]").innerText(), /9/);
  quiet(page);
  await leave(page);
});

test("what lies face down in an example is not in the page's table", async () => {
  const page = await player("/rules/war/WP-12");
  const there = () =>
    page.evaluate(() => document.querySelector(".steps [aria-current=step]")?.textContent.includes("face down"));
  while (!(await there())) await page.keyboard.press("ArrowRight");
  const ranks = () =>
    page.evaluate(
      () => [...document.querySelectorAll(".stage .sprite svg")].filter((one) => one.querySelector(".rank")).length,
    );
  assert.equal(await ranks(), 2);
  await leave(page);
});

test("from clause to ruling to clause nothing is loaded anew, and the browser's way back leads back", async () => {
  const page = await player("/rules/war/W2-08");
  await page.evaluate(() => (window.same = true));
  await page.locator(".ruling a").first().click();
  await page.waitForURL(/W-R/);
  await page.locator("article ol a").first().click();
  await page.waitForURL(/\/rules\/war\/W[^-]*-\d/);
  await page.goBack();
  await page.waitForURL(/W-R/);
  assert.equal(await page.evaluate(() => window.same), true);
  await page.goto(`${house.server.origin}/rules/war/XX-99`);
  await page.getByText("No clause has this name.").waitFor();
  await leave(page);
});

test("Blitzkrieg's matrix is a table, its codes lead to their clauses", async () => {
  const page = await player("/rules/blitzkrieg");
  assert.equal(await page.locator(".matrix tbody tr").count(), 13);
  assert.equal(await page.locator(".matrix tbody td").count(), 169);
  await page.locator(".matrix td a", { hasText: "AB" }).first().click();
  await page.waitForURL(/BK-166/);
  quiet(page);
  await leave(page);
});

test("what decided a game comes when it has been worked out; until then the story says how far that is", async () => {
  const found = JSON.parse(await readFile(new URL("../fixtures/decided/blitz31-over.json", import.meta.url), "utf8"));
  let told = { state: "compiling", done: 0, of: 0, found: null };
  const page = await player(`/r/${ROOMS.war}/story`, {
    route: ["**/analysis", (route) => route.fulfill({ json: told })],
  });
  await page.locator(".sum [role=status]", { hasText: "Preparing this game" }).waitFor();
  const shown = page.getByRole("button", { name: "Chance to win" });
  assert.ok(await shown.isDisabled());
  const valued = (turn) => ({ turn, values: [0.5 + turn / 40, 0.5 - turn / 40] });
  told = {
    ...{ state: "playing", done: 3, of: 9, found: null },
    so_far: { share: true, start: [0.5, 0.5], turns: [0, 1, 2].map(valued) },
  };
  await page.locator(".sum progress[value]").waitFor();
  await page.locator(".so-far", { hasText: /^Turn 2 of \d+: .* 55.%, .* 45.%\./ }).waitFor();
  const drawn = () => page.locator(".chart path").first().getAttribute("d");
  await shown.click();
  const before = await drawn();
  told.so_far.turns.push(...[3, 4, 5, 6].map(valued));
  await page.locator(".so-far", { hasText: /^Turn 6 of/ }).waitFor();
  assert.notEqual(await drawn(), before, "the chart grows with them");
  await page.getByRole("button", { name: "On the table" }).click();
  told = found;
  await page.getByText("“knock” lowered").waitFor();
  assert.equal(
    await page.getByRole("button", { name: "On the table" }).getAttribute("aria-pressed"),
    "true",
    "what somebody looks at stays",
  );
  await page.getByRole("button", { name: "Chance to win", exact: true }).click();
  await page.getByRole("button", { name: /“knock” lowered/ }).click();
  assert.equal(await page.locator("output").innerText(), "7");
  await page.locator(".sought", { hasText: "Better: draw stock" }).waitFor();
  await page.getByText("The bot of the hints would have chosen: draw stock").waitFor();
  quiet(page);
  await leave(page);
});

test("a story is read through any eyes, by keys; a turn of it is played on", async () => {
  const page = await player(`/r/${ROOMS.war}/story`);
  await page.locator(".told", { hasText: "You turn up" }).waitFor();
  // Names of turning points meet neither each other nor my own name, and each has its leader.
  const boxes = await page
    .locator(".point:not(.nowhere), .near-name")
    .evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).map(({ x, y, width, height }) => ({ x, y, width, height })),
    );
  assert.equal(await page.locator(".leaders path").count(), boxes.length - 1);
  boxes.forEach((a, i) =>
    boxes
      .slice(i + 1)
      .forEach((b) =>
        assert.ok(a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height || b.y >= a.y + a.height),
      ),
  );
  await page.keyboard.press("Home");
  assert.equal(await page.locator("output").innerText(), "0");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator("output").innerText(), "1");
  const faces = () =>
    page.evaluate(
      () => [...document.querySelectorAll(".row .cards svg")].filter((one) => one.querySelector(".rank")).length,
    );
  await page.keyboard.press("w");
  const open = await faces();
  await page.getByRole("button", { name: "You", exact: true }).click();
  await page.waitForFunction(
    (before) =>
      [...document.querySelectorAll(".row .cards svg")].filter((one) => one.querySelector(".rank")).length < before,
    open,
  );
  await page.locator(".sealed:not(.wrong)").waitFor();
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/r/") && !url.pathname.includes(ROOMS.war));
  await page.waitForSelector(".bar");
  quiet(page);
  await leave(page);
});

test("a turn of mine is played again from its beginning", async () => {
  const page = await player(`/r/${ROOMS.champz}/story`);
  await page.locator("output").waitFor();
  const again = page.getByRole("button", { name: "Play this turn again" });
  while ((await page.locator("output").innerText()) !== "0" && !(await again.count()))
    await page.keyboard.press("ArrowLeft");
  const turn = await page.locator("output").innerText();
  await again.click();
  await page.waitForURL((url) => url.pathname.startsWith("/r/") && !url.pathname.includes(ROOMS.champz));
  await page.locator(".bar .go:not(:disabled)").waitFor();
  assert.equal(await page.locator(".log .now .turn-number b").innerText(), turn);
  quiet(page);
  await leave(page);
});

test("a story opens at its end, and names cards and states in words", async () => {
  const decided = JSON.parse(await readFile(new URL("../fixtures/decided/blitz31-over.json", import.meta.url), "utf8"));
  const { found } = decided;
  for (const one of found.choices) Object.assign(one, { made: "play TD-PASS", mistake: "play TD-PASS gave away 3 %" });
  const three = [0, 1, 2].map((seat) => found.accounts[seat % found.accounts.length]);
  Object.assign(found, { accounts: three, start: [0.3, 0.3, 0.4], turns: [], points: [] });
  const page = await player(`/r/${ROOMS.champz}/story`, {
    route: ["**/analysis", (route) => route.fulfill({ json: decided })],
  });
  const range = page.locator(".scrub input");
  assert.equal(await range.inputValue(), await range.getAttribute("max"));
  await page.locator(".sum ol", { hasText: "Passing TD" }).waitFor();
  while (Number(await range.inputValue()) > 0) {
    const told = await page.locator(".page").innerText();
    assert.doesNotMatch(`${told} ${await range.getAttribute("aria-valuetext")}`, /\b[A-Z]{2,}-[A-Z]|TACKLE|FUMBLE/);
    await page.keyboard.press("ArrowLeft");
  }
  await page.unroute("**/analysis");
  const board = await finished(page, {
    game: "blitzwar",
    preset: "duel",
    seats: 3,
    options: { rounds: 1 },
    bots: { 1: "random", 2: "random" },
  });
  await page.visit(`/r/${board}/story`);
  const duel = new URL("../../src/threedown/games/blitzwar/maps/duel.json", import.meta.url);
  const { states } = JSON.parse(await readFile(duel, "utf8"));
  const names = `\\b(${states.map(({ name }) => name).join("|")})\\b`;
  await page.waitForFunction((names) => {
    const told = document.querySelector(".told").innerText;
    return told && !new RegExp(names).test(told);
  }, names);
  while (Number(await range.inputValue()) > 0) {
    assert.doesNotMatch(await page.locator(".told").innerText(), new RegExp(names));
    await page.keyboard.press("ArrowLeft");
  }
  const chips = await finished(page, { game: "casino-war", seats: 1, options: { rounds: 9 } });
  await page.visit(`/r/${chips}/story`);
  assert.match(await page.locator(".counts dl div", { hasText: "You" }).locator("dd").innerText(), /^([+−]\d+|0)$/);
  quiet(page);
  await leave(page);
});

test("who did not sit there is told of both by name", async () => {
  const page = await house.somebody();
  await page.visit(`/r/${ROOMS.war}/story`);
  assert.match(await page.locator(".chart").innerText(), /Bot 1/);
  assert.doesNotMatch(
    await page
      .locator(".page > *")
      .allInnerTexts()
      .then((all) => all.join(" ")),
    /\b[Yy]ou\b(?!r)/,
  );
  assert.equal(await page.getByRole("button", { name: "Rematch" }).count(), 0);
  quiet(page);
  await leave(page);
});

test("a true game is verified in the page", async () => {
  const page = await player(`/r/${ROOMS.war}/fairness`);
  assert.match(await page.locator("h1").innerText(), /Verified/);
  assert.match(await page.locator(".parts").innerText(), /Forza!/);
  assert.equal(await page.locator(".draws .wrong").count(), 0);
  quiet(page);
  await leave(page);
});

const TRICKS = {
  "a draw": [(told) => (told.draws[60][1] += told.draws[60][1] > 0 ? -1 : 1), /draw 61 /],
  "the secret": [
    (told) => (told.secret = `00${told.secret.slice(2)}`),
    /secret is not the one that the server committed to/,
  ],
  "a player's part": [(told) => (told.parts[0] = "466f727a6122"), /players' parts are not those used/],
  "the rules": [(told) => (told.options.face_down = 1), /rules are not those/],
};
for (const [what, [change, said]] of Object.entries(TRICKS))
  test(`what does not fit is named: ${what}`, async () => {
    const tampered = async (route) => {
      const told = await (await route.fetch()).json();
      change(told);
      await route.fulfill({ json: told });
    };
    const page = await player(`/r/${ROOMS.war}/fairness`, {
      route: [
        "**/fairness",
        (route) => (route.request().resourceType() === "document" ? route.continue() : tampered(route)),
      ],
    });
    assert.match(await page.locator("h1").innerText(), /does not fit/);
    assert.match(await page.locator(".lead").innerText(), said);
    await leave(page);
  });

test("without the server a page says so, and goes on by itself when it is back", async () => {
  const page = await player("/rules");
  await page.evaluate(
    async () =>
      (await navigator.serviceWorker.ready) &&
      (navigator.serviceWorker.controller ??
        new Promise((done) => (navigator.serviceWorker.oncontrollerchange = done))),
  );
  const kept = await page.evaluate(async () =>
    (
      await Promise.all(
        (await caches.keys()).map(async (name) =>
          (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname),
        ),
      )
    ).flat(),
  );
  assert.deepEqual(
    kept.filter((path) => path.startsWith("/api") || path.startsWith("/r/")),
    [],
  );
  await page.context().setOffline(true);
  await page.goto(`${house.server.origin}/rules/war`);
  await page.getByText("The house is out of reach.").waitFor();
  await page.context().setOffline(false);
  await page.waitForSelector(".contents");
  await leave(page);
});

test("on a phone no card of the home page is cut", async () => {
  for (const width of [360, 390, 430]) {
    const page = await house.somebody({ width });
    await page.visit("/");
    const king = await page.locator(".cards .king").boundingBox();
    assert.ok(king.x + king.width <= width, `${king.x} and ${king.width} of ${width}`);
    await leave(page);
  }
});

const PAGES = {
  rules: () => "/rules",
  rulebook: () => "/rules/blitzkrieg",
  clause: () => "/rules/war/WP-12",
  "clause of a map": () => "/rules/blitzwar/BW-040",
  ruling: () => "/rules/war/W-R03",
  story: () => `/r/${ROOMS.war}/story`,
  "story of three": () => `/r/${ROOMS.champz}/story`,
  fairness: () => `/r/${ROOMS.war}/fairness`,
};
for (const [name, path] of Object.entries(PAGES))
  for (const theme of ["dark", "light"])
    test(`${name}, ${theme}: no serious finding of axe-core; nothing wider than 360 px`, async () => {
      const page = await player(path(), { theme });
      await page.waitForTimeout(400);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
      const serious = violations.filter((one) => ["serious", "critical"].includes(one.impact));
      assert.deepEqual(
        serious.map(
          (one) =>
            `${one.id}: ${one.nodes.length}: ${one.nodes[0].html.slice(0, 140)} ${one.nodes[0].any?.[0]?.message ?? ""}`,
        ),
        [],
      );
      await page.setViewportSize({ width: 360, height: 640 });
      await page.waitForTimeout(200);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
      quiet(page);
      await leave(page);
    });
