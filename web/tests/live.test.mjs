// The page on the real server, in Debian's Chromium. LONG=1: every game; else two of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, call, isOver, playToTheEnd, quiet, room, until } from "./people.mjs";
import { leave, real } from "./real.mjs";

const LONG = process.env.LONG === "1";
const house = real();
const { somebody } = house;
const log = (page) => page.locator("[role=log]").innerText();
const main = (page) => page.locator(".bar .button").first();

test("two clicks from home a game with bots is played to its end, with the keyboard alone", async () => {
  const page = await somebody();
  await page.visit("/");
  const there = () => page.evaluate(() => document.activeElement?.textContent?.trim() === "Blitz (31)");
  for (let i = 0; i < 60 && !(await there()); i++) await page.keyboard.press("Tab");
  assert.ok(await there());
  await page.keyboard.press("Enter");
  await page.waitForSelector(".bar");
  await until(page, () => page.keyboard.press("Enter"));
  assert.match(await log(page), /\S/);
  quiet(page);
  await leave(page);
});

test("a code brings a friend to a room that a phone has opened; the host picks the game; they play twice", async () => {
  const ann = await somebody({ width: 390, height: 844, touch: true });
  await ann.visit("/");
  await ann.getByRole("button", { name: "Friends" }).first().tap();
  await ann.waitForURL(/\/r\//);
  await ann.locator(".invite .code").waitFor();
  const code = (await ann.locator(".invite .code span").first().innerText()).trim();
  assert.match(code, /^[2-9A-Z]{3}-[2-9A-Z]{3}$/);
  const ben = await somebody();
  await ben.visit("/");
  await ben.getByRole("button", { name: "Have a code?" }).click();
  await ben.getByRole("dialog").getByRole("textbox").fill(code.toLowerCase());
  await ben.getByText(/1 of 6 seats taken/).waitFor();
  await ben.getByRole("button", { name: "Sit down" }).click();
  await ben.getByLabel("Your name").fill("Ben");
  await ben.getByLabel("Your name").blur();
  await ann.getByText("Ben", { exact: true }).waitFor();
  await ben.getByRole("radio", { name: /^violet/ }).click();
  await ben.getByRole("radio", { name: /^violet/, checked: true }).waitFor(); // nothing moves under a finger
  await ann.locator(".tiles [role=radio]", { hasText: "Steal War" }).tap();
  await ben.locator(".tiles [aria-checked=true]", { hasText: "Steal War" }).waitFor();
  await ann.locator(".tiles [role=radio]").first().tap();
  await ann.getByRole("button", { name: /^Start War/ }).waitFor();
  assert.equal(await ann.locator(".start").evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight), true);
  await ann.locator(".foot > details > summary").tap();
  await ann.locator(".fold details:not([open]) > summary").first().tap(); // the rare rules
  await ann.getByLabel("Turn limit", { exact: true }).fill("12");
  await ann.getByLabel("Turn limit", { exact: true }).blur();
  await ben.locator("details > summary").first().click();
  await ben.waitForFunction(() =>
    [...document.querySelectorAll("input[type=number]")].some((one) => one.value === "12"),
  );
  assert.equal(await ben.getByLabel("Turn limit", { exact: true }).isDisabled(), true);
  await ann.getByRole("button", { name: /Add a bot/ }).tap();
  await ben.locator(".seat").nth(2).waitFor();
  await ann.locator(".start").tap();
  await Promise.all([ann.waitForSelector(".bar"), ben.waitForSelector(".bar")]);
  const eve = await somebody({ theme: "light" });
  await eve.visit(new URL(ann.url()).pathname);
  assert.equal(await main(eve).innerText(), "You watch");
  await Promise.all([playToTheEnd(ann), playToTheEnd(ben)]);
  await Promise.all([isOver(ann), isOver(ben), isOver(eve)]);
  assert.match(await log(eve), /Ben/);
  assert.doesNotMatch(await log(eve), /\bYou\b/);
  const first = ann.url();
  await main(ben).click();
  await ann.getByText("Ben wants a rematch, 1 of 2").waitFor();
  await main(ann).tap();
  await Promise.all([ann, ben].map((page) => page.waitForURL((url) => url.href !== first)));
  await Promise.all([ann.waitForSelector(".bar"), ben.waitForSelector(".bar")]);
  assert.equal(ann.url(), ben.url());
  quiet(ann, ben, eve);
  await leave(ann, ben, eve);
});

test("after a reload in the midst the table is as it was, and the game goes on", async () => {
  const page = await somebody();
  await room(page, { game: "war", bots: { 1: "random" }, options: { turn_cap: 30 } });
  await page.locator(".start").click();
  await page.waitForSelector(".bar");
  for (let i = 0; i < 5; i++) {
    await main(page).click();
    await page.waitForFunction((turn) => document.querySelector("h1")?.textContent?.includes(`turn ${turn}`), i + 1);
  }
  const counts = () => page.locator(".plate .count").allInnerTexts();
  const before = await counts();
  await page.reload();
  await page.waitForSelector(".plate");
  assert.deepEqual(await counts(), before);
  await playToTheEnd(page);
  await isOver(page);
  quiet(page);
  await leave(page);
});

test("the log is what was told: after a reload, in a second tab, as text, and after an undo", async () => {
  const page = await somebody();
  const url = await room(page, { game: "war", bots: { 1: "random" } });
  await page.locator(".start").click();
  await page.waitForSelector(".bar");
  const turn = (there, n) =>
    there.waitForFunction((n) => new RegExp(`turn ${n}$`).test(document.querySelector("h1")?.textContent ?? ""), n);
  for (let i = 1; i <= 7; i++) {
    await main(page).click();
    await turn(page, i);
  }
  const told = await log(page);
  assert.match(told, /\b4\b.*\b5\b.*\b6\b.*\b7\b/s);
  await page.reload();
  await turn(page, 7);
  assert.equal(await log(page), told);
  const second = await page.context().newPage();
  await second.goto(house.server.origin + url);
  await turn(second, 7);
  assert.equal(await log(second), told);
  await page.getByRole("button", { name: "Play here" }).click();
  await page.keyboard.press("u");
  await turn(page, 6);
  await turn(second, 6);
  const undone = await log(page);
  assert.doesNotMatch(undone, /^7$/m);
  assert.equal(await log(second), undone);
  await page.reload();
  await turn(page, 6);
  assert.equal(await log(page), undone);
  await page.keyboard.press("t");
  assert.match(await page.locator(".text").innerText(), /\b1\b.*\b2\b.*\b6\b/s);
  quiet(page);
  await leave(page);
});

const WAR = { "deck 0": "7C 2C KC 5H 4H 3H", "deck 1": "7D 2D QD 6D 8D 9D" };
const NEXT = "Your card is next.";
/** A message without the code of its room, which may have the letters of any card. */
const withoutCode = (message) => message.replace(/"code":"[^"]*"/g, "");

test("in a war my card lies face down until I turn it up: after a reload, in a second tab, and on the wire", async () => {
  const page = await somebody({ settings: JSON.stringify({ speed: 8, language: "en" }) });
  const heard = [];
  const listening = (there) =>
    there.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => heard.push(String(payload))));
  listening(page);
  const url = await room(page, { game: "war", bots: { 1: "random" }, laid: { piles: WAR } });
  const path = `/api/rooms/${url.split("/").at(-1)}`;
  await page.locator(".start").click();
  await page.waitForSelector(".bar");
  const lying = async (there, seq = 0) => {
    await there.getByText(NEXT).first().waitFor();
    assert.match(await log(there), /Bot 1 turns up Q/);
    assert.doesNotMatch(await there.locator("main").innerText(), /You turn up K|You take/);
    assert.match(await there.locator("h1").innerText(), /turn 1$/);
    assert.equal((await call(there, "GET", path)).seq, seq);
    const [mine] = await call(there, "GET", "/api/me/rooms");
    assert.deepEqual([mine.waits, mine.course.length], [true, 1]);
    assert.ok(!heard.map(withoutCode).some((one) => one.includes("KC") || one.includes("K♣")));
  };
  await main(page).click();
  await lying(page);
  await page.reload();
  await lying(page);
  const second = await page.context().newPage();
  listening(second);
  await second.goto(house.server.origin + url);
  await lying(second);
  await second.keyboard.press("u"); // nothing can be taken back now
  await lying(second);
  await second.keyboard.press("Space");
  for (const there of [page, second]) await there.getByText("You take the pot.").first().waitFor();
  assert.match(await log(second), /Bot 1 turns up Q.*You turn up K.*You take the pot/s);
  assert.equal(await log(page), await log(second));
  assert.ok(heard.some((one) => one.includes("K♣")));
  // The same war once more, after it was taken back.
  await second.keyboard.press("u");
  await second.waitForFunction(() => /turn 0$/.test(document.querySelector("h1")?.textContent ?? ""));
  heard.length = 0;
  await second.keyboard.press("w");
  await lying(second, 2);
  await second.keyboard.press("Space");
  for (const there of [page, second]) await there.getByText("You take the pot.").first().waitFor();
  await second.keyboard.press("f");
  await isOver(second);
  quiet(page);
  await leave(page);
});

test("a server that is killed and comes back is waited for: nothing is lost, and the game goes on", async () => {
  const page = await somebody();
  await room(page, { game: "blitz31", bots: { 1: "simple" }, options: { lives: 1 } });
  await page.locator(".start").click();
  await page.waitForSelector(".bar");
  const told = await log(page);
  await house.server.kill();
  await page.getByText("Reconnecting").waitFor();
  await house.server.start();
  await page.getByText("Reconnecting").waitFor({ state: "detached", timeout: 30_000 });
  assert.equal((await log(page)).slice(0, told.length), told);
  await playToTheEnd(page);
  await isOver(page);
  // While nobody answered the browser has said so itself.
  page.said = page.said.filter((line) => !/WebSocket|ERR_CONNECTION_(REFUSED|RESET)|ERR_FAILED/.test(line));
  quiet(page);
  await leave(page);
});

test("a part whose style does not arrive is asked for again, and is drawn with it", async () => {
  const page = await somebody();
  let refused = 0;
  await page.context().route(/\/assets\/Suits-.*\.css/, (route) => (refused++ < 2 ? route.abort() : route.continue()));
  await room(page, { game: "blitz31", bots: { 1: "simple" } });
  await page.locator(".start").click();
  await page.locator(".suits").waitFor();
  assert.equal(refused, 3);
  const styled = await page.evaluate(() =>
    [...document.querySelectorAll('link[rel="stylesheet"]')].some((one) => /Suits/.test(one.href) && one.sheet),
  );
  assert.ok(styled, "the part's style has arrived");
  page.said = page.said.filter((line) => !/ERR_FAILED/.test(line));
  quiet(page);
  await leave(page);
});

test("in a second tab the first one looks on until it is played there again", async () => {
  const page = await somebody();
  const url = await room(page, { game: "war", bots: { 1: "random" } });
  await page.locator(".start").click();
  await page.waitForSelector(".bar");
  const second = await page.context().newPage();
  await second.goto(house.server.origin + url);
  await second.waitForSelector(".bar");
  await page.waitForFunction(() => document.querySelector(".bar .button")?.disabled);
  await page.getByRole("button", { name: "Play here" }).click();
  await second.waitForFunction(() => document.querySelector(".bar .button")?.disabled);
  quiet(page);
  await leave(page);
});

test("the first load of home and of a table is small", async () => {
  const page = await somebody();
  const loaded = () =>
    page.evaluate(() => [...new Set(performance.getEntriesByType("resource").map((one) => one.name))]);
  /** Bytes on the way, packed as a browser asks for it. */
  const bytes = async (urls, end) => {
    const answers = await Promise.all(
      urls.filter((url) => end.test(url)).map((url) => fetch(url, { headers: { "accept-encoding": "gzip" } })),
    );
    return answers.reduce((sum, answer) => sum + Number(answer.headers.get("content-length")), 0);
  };
  await page.visit("/");
  const home = await loaded();
  await page.getByRole("button", { name: "War", exact: true }).click();
  await page.waitForURL(/\/r\//);
  await page.waitForSelector(".bar");
  // The deal is checked once, after the table stands.
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("threedown.deals")).every((one) => one.settled));
  await page.visit(new URL(page.url()).pathname); // by its link: what home has loaded is not the table's
  for (const urls of [home, await loaded()]) {
    const [code, fonts] = [await bytes(urls, /\.(js|css)$/), await bytes(urls, /\.woff2$/)];
    assert.ok(
      code > 20_000 && code <= 150_000 && fonts <= 120_000,
      `${code} bytes of script and style, ${fonts} of fonts`,
    );
  }
  quiet(page);
  await leave(page);
});

test("a finger plays a hand", async () => {
  const page = await somebody({ width: 390, height: 844, touch: true });
  await room(page, { game: "blitz31", bots: { 1: "simple" }, options: { lives: 1 } });
  await page.locator(".start").tap();
  await page.waitForSelector(".bar");
  await until(page, async () => {
    const card = page.locator(".pick").first();
    if (await card.count()) await card.tap({ timeout: 500 }).catch(() => {});
    await main(page)
      .tap({ timeout: 500 })
      .catch(() => {});
  });
  quiet(page);
  await leave(page);
});

test("who has no seat is told so, and a room that is not there leads two ways on", async () => {
  const page = await somebody();
  await page.visit("/r/nowhere222");
  assert.match(await page.locator("h1").innerText(), /No table has this code/);
  await page.visit("/nix/nix");
  assert.match(await page.locator("h1").innerText(), /404/);
  page.said = page.said.filter((line) => !/404/.test(line));
  quiet(page);
  await leave(page);
});

test("in Italian the rules, the bots and the places of a map have Italian names", async () => {
  const page = await somebody({ settings: JSON.stringify({ speed: null, language: "it" }) });
  await room(page, { game: "blitzwar", preset: "duel", seats: 3, bots: { 1: "keen", 2: "simple" } });
  assert.equal(await page.locator(".preset option:checked").innerText(), "Schermaglia (per la prima partita)");
  assert.deepEqual(await page.locator(".seat:not(:first-child) option:checked").allInnerTexts(), [
    "attento",
    "semplice",
  ]);
  await page.locator(".start").click();
  await page.locator("h1", { hasText: "America del Sud" }).waitFor();
  await page.getByLabel("Elenco degli stati").click();
  assert.match(await page.locator(".list").innerText(), /Caraibi.*Perù.*Amazzonia/s);
  quiet(page);
  await leave(page);
});

test("BlitzWar: after the bomb the attack for which it was dropped is still prepared, with its odds", async () => {
  const page = await somebody();
  await room(page, { game: "blitzwar", preset: "duel", seats: 3, bots: { 1: "random", 2: "random" } });
  await page.locator(".start").click();
  await page.getByLabel("List of states").click();
  const roll = page.locator(".bar .go", { hasText: "Roll" });
  for (let i = 0; i < 200 && !(await roll.isVisible()); i++)
    await page.evaluate(() => {
      const go = document.querySelector(".bar .go");
      const states = [...document.querySelectorAll(".list button[aria-disabled='false']")];
      (go && !go.disabled ? go : states[Math.floor(Math.random() * states.length)])?.click();
      return new Promise((done) => setTimeout(done, 40));
    });
  const before = await page.locator(".tray .title").innerText();
  await page.getByRole("button", { name: /^Nuclear bomb/ }).click();
  await page.getByRole("button", { name: /^Yes, bomb/ }).waitFor();
  await page.keyboard.press("Enter"); // the card that was clicked leaves the key to the red button
  await page.getByRole("button", { name: /^Yes, bomb/ }).waitFor({ state: "detached" });
  await roll.waitFor();
  assert.equal(await page.locator(".tray .title").innerText(), before);
  await page.locator(".tray").first().getByText("ties are yours").waitFor();
  quiet(page);
  await leave(page);
});

for (const theme of ["dark", "light"])
  test(`home, a room for host and guest, the table and my games are for everybody: ${theme}`, async () => {
    const ann = await somebody({ theme });
    const ben = await somebody({ theme, width: 390, height: 844, touch: true });
    const url = await room(ann, { game: "blitzwar", listed: true, bots: { 2: "simple" } });
    await ben.visit("/");
    await ben.getByText("Open tables").waitFor();
    await accessible(ben);
    await ben.visit("/mine");
    await accessible(ben);
    await ben.getByRole("link", { name: "Sit down" }).first().click();
    await ben.getByLabel("Your name").waitFor();
    for (const page of [ann, ben]) await accessible(page);
    assert.equal(await ben.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    await ann.locator(".start").click();
    await ann.waitForSelector(".bar");
    await accessible(ann);
    await call(ann, "POST", `/api/rooms/${url.split("/").at(-1)}/leave`);
    await ann.getByRole("button", { name: "Take my seat" }).click();
    await ann.getByRole("button", { name: "Take my seat" }).waitFor({ state: "detached" });
    await ann.visit("/mine");
    assert.match(await ann.locator("main").innerText(), /BlitzWar/);
    await ann.visit("/");
    assert.match(await ann.locator(".go-on .room").first().innerText(), /BlitzWar.*placing tanks/s);
    quiet(ann, ben);
    await leave(ann, ben);
  });

/** Games by name: seats, of which two are people's where there are so many, and rules by which they end soon. */
const GAMES = [
  { game: "champz", seats: 3 },
  { game: "steal-war", seats: 3, options: { turn_cap: 30 } },
  { game: "blitz31", seats: 3, options: { lives: 1 } },
  { game: "schwimmen", seats: 3, options: { lives: 1 } },
  { game: "egyptian-ratscrew", seats: 3, options: { turn_cap: 30 } },
  { game: "stealing-bundles", seats: 3, preset: "rubamazzo-sums" },
  { game: "blitzkrieg", seats: 2, options: { turn_cap: 40 } },
  { game: "blitzwar", seats: 3, preset: "duel", options: { rounds: 1 } },
  { game: "casino-war", seats: 3, options: { turn_cap: 20 } },
  { game: "pyanitsa", seats: 3, preset: "three-players", options: { turn_cap: 60 } },
  { game: "syrian-war", seats: 2, options: { turn_cap: 60 } },
  { game: "tod-und-leben", seats: 2 },
  { game: "war", seats: 3, options: { turn_cap: 60 } },
  { game: "beggar-my-neighbour", seats: 3, preset: "chosen", options: { turn_cap: 40 } },
];
for (const { game, seats, ...rules } of LONG ? GAMES : GAMES.slice(0, 2))
  test(`two people ${seats > 2 ? "and a bot " : ""}play ${game} to its end`, async () => {
    const [ann, ben] = [await somebody(), await somebody({ theme: "light" })];
    const url = await room(ann, { game, seats, pace: 0, ...rules });
    await ben.visit(url);
    await ben.getByLabel("Your name").waitFor(); // he sits
    await ann.locator(".start").click();
    if (game === "blitzwar") for (const page of [ann, ben]) await page.getByLabel("List of states").click();
    await Promise.all([playToTheEnd(ann), playToTheEnd(ben)]);
    await Promise.all([isOver(ann), isOver(ben)]);
    // The record is closed a moment after the last card.
    await ann.waitForFunction(
      async (room) => (await (await fetch(`/api/rooms/${room}`)).json()).state === "over",
      url.split("/").at(-1),
      { polling: 200 },
    );
    quiet(ann, ben);
    await leave(ann, ben);
  });
