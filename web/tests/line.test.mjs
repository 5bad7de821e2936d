// Bad lines: 800 ms each way, and none at all for a while. Nothing is lost, doubled, or chosen by somebody else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { call, isOver, playToTheEnd, quiet, seated } from "./people.mjs";
import { leave, real } from "./real.mjs";

const { somebody } = real();
const LONG = process.env.LONG === "1";
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** A line for a page that has not been visited: `delay` in ms each way, `cut` to lose all that is under way, `says` to tell the page something. */
async function lined(page, delay = 0) {
  const line = { delay, cut: false, sockets: new Set(), says: (message) => line.last.send(JSON.stringify(message)) };
  await page.routeWebSocket(/\/live$/, async (here) => {
    while (line.cut) await wait(50);
    const there = here.connectToServer();
    const passes = (send) => (message) =>
      line.cut || setTimeout(() => line.cut || line.dead?.has(here) || send(message), line.delay);
    here.onMessage(passes((message) => there.send(message)));
    there.onMessage(passes((message) => here.send(message)));
    line.last = here;
    line.sockets.add(here);
  });
  if (delay > 0)
    await page.route("**/api/**", async (route) => {
      await wait(2 * delay);
      await route.continue().catch(() => {}); // the page may have gone on
    });
  return line;
}

/** Presses as a person does who does not know whether the first press has counted: twice. Knocks as soon as it may. */
const hurries = (page) =>
  page.evaluate(() => {
    window.playing = setInterval(() => {
      const buttons = [...document.querySelectorAll(".bar .actions button:not(:disabled)")];
      if (buttons.some((one) => /Rematch/.test(one.textContent))) return;
      const knock = buttons.find((one) => /Knock/.test(one.textContent));
      const press = () => (knock ?? buttons.find((one) => one.matches(".go")))?.click();
      press();
      setTimeout(press, 50);
    }, 400);
  });

/** How many choices are in the record of a game that is over. */
async function recorded(page, url) {
  const path = `/api/rooms/${url.split("/").at(-1)}`;
  const closed = async (path) => (await (await fetch(path)).json()).state === "over";
  await page.waitForFunction(closed, path, { polling: 200 }); // a moment after the last card
  const record = await page.evaluate(async (path) => (await fetch(`${path}/record`)).text(), path);
  return record.split("\n").filter((line) => line.includes('"choice"')).length;
}

test(
  "two people with 800 ms of delay each way play to the end: every press counts once",
  { timeout: 400_000 },
  async () => {
    const [ann, ben] = [await somebody(), await somebody({ width: 390, height: 844 })];
    await lined(ann, 800);
    await lined(ben, 800);
    const url = await seated(
      { game: "blitz31", seats: 2, options: { lives: 1, knock_after: "turn" }, pace: 0, clock: null },
      ann,
      ben,
    );
    for (const page of [ann, ben]) await hurries(page);
    for (const page of [ann, ben]) await isOver(page, 300_000);
    const texts = await Promise.all([ann, ben].map((page) => page.locator(".notice.refused").allInnerTexts()));
    assert.deepEqual(texts, [[], []]);
    assert.ok((await recorded(ann, url)) >= 3);
    quiet(ann, ben);
    await leave(ann, ben);
  },
);

test(
  `${LONG ? 30 : 10} seconds without a line: the seat is kept, a choice made meanwhile counts once, and the game goes on`,
  { timeout: 200_000 },
  async () => {
    const [ann, ben] = [await somebody({ width: 390, height: 844, touch: true }), await somebody()];
    const line = await lined(ann);
    const url = await seated({ game: "blitz31", seats: 2, options: { lives: 1, turn_cap: 40 }, pace: 0 }, ann, ben);
    const asked = (page) => page.locator(".bar .go:not(:disabled)", { hasText: /Take|Draw|Discard/ }).first();
    await asked(ann).waitFor();
    // Everything on the way is lost, without an end of the connection: a phone in a tunnel.
    line.cut = true;
    line.dead = new Set(line.sockets);
    await asked(ann).tap();
    await ann.getByText("Reconnecting").waitFor({ timeout: 15_000 });
    await wait(LONG ? 21_000 : 1500);
    assert.equal(await ben.locator(".stand-in", { hasText: "bot" }).count(), 0);
    line.cut = false;
    await ann.getByText("Reconnecting").waitFor({ state: "detached", timeout: 30_000 });
    // The draw has counted, once: now a card is to be discarded.
    await ann.locator(".bar .go:not(:disabled)", { hasText: /Discard/ }).waitFor();
    assert.equal(await ann.locator(".bar .go").count(), 1);
    for (const page of [ann, ben]) await hurries(page);
    for (const page of [ann, ben]) await isOver(page);
    assert.ok((await recorded(ann, url)) >= 2);
    quiet(ben);
    await leave(ann, ben);
  },
);

/** The words and buttons of the bar that lie on each other, are cut, or reach out of it. */
const crowded = (page) =>
  page.evaluate(() => {
    const bar = document.querySelector(".bar").getBoundingClientRect();
    const all = [...document.querySelectorAll(".bar button, .bar [role=status], .bar .evenings > p")]
      .filter((one) => one.checkVisibility())
      .map((one) => ({ text: one.innerText, box: one.getBoundingClientRect() }));
    const out = all.filter(
      ({ box }) => box.left < bar.left || box.right > bar.right || box.top < bar.top - 1 || box.bottom > bar.bottom + 1,
    );
    const pairs = all.flatMap((a, i) =>
      all
        .slice(i + 1)
        .filter(
          (b) =>
            Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 1 &&
            Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 1,
        )
        .map((b) => `${a.text} / ${b.text}`),
    );
    return [...out.map((one) => one.text), ...pairs];
  });

test("a wish for a rematch is read where a refusal has been read before", async () => {
  const [ann, ben] = [await somebody(), await somebody()];
  const line = await lined(ann);
  const url = await seated({ game: "war", seats: 2, options: { turn_cap: 3 }, pace: 0 }, ann, ben);
  const { seats } = await call(ann, "GET", `/api${url.replace("/r/", "/rooms/")}`);
  for (const page of [ann, ben]) await playToTheEnd(page);
  for (const page of [ann, ben]) await isOver(page);
  line.says({ type: "refused", id: null, reason: "Not now. The game is over.", seq: null });
  await ann.getByText("Not now. The game is over.").waitFor();
  await ben.getByRole("button", { name: "Rematch" }).click();
  await ann.getByText(/wants a rematch, 1 of 2/).waitFor();
  assert.deepEqual(await ann.locator(".notice").count(), 0);
  for (const [width, height, name] of [
    [1280, 800, "Ben"],
    [1280, 800, "Benjamin von Hohenstein!"],
    [900, 700, "Ben"],
    [620, 800, "Ben"],
  ]) {
    await ann.setViewportSize({ width, height });
    await ann.evaluate(
      ([from, to]) => {
        const wish = document.querySelector(".bar [role=status]");
        wish.textContent = wish.textContent.replace(from, to);
      },
      [seats[1].name, name],
    );
    assert.deepEqual(await crowded(ann), [], `${width} ${name}`);
    await ann.evaluate(
      ([from, to]) => {
        const wish = document.querySelector(".bar [role=status]");
        wish.textContent = wish.textContent.replace(from, to);
      },
      [name, seats[1].name],
    );
  }
  // On a phone it stands in a line of its own: neither the last sentence nor the button of the log lies under it.
  await ann.setViewportSize({ width: 390, height: 844 });
  await ann.locator(".bar [role=status]").waitFor({ state: "detached" });
  await ann.getByText(/wants a rematch, 1 of 2/).waitFor();
  assert.equal(await ann.locator(".notice").count(), 0);
  const under = await ann.evaluate(() => {
    const wish = document.querySelector(".evening [role=status]").getBoundingClientRect();
    const others = [...document.querySelectorAll(".sheet button, .sheet > :first-child")];
    return others.filter((one) => one.getBoundingClientRect().bottom > wish.top).map((one) => one.outerHTML);
  });
  assert.deepEqual(under, []);
  // Who has said it too reads how many have.
  await ben.getByRole("button", { name: "Rematch, 1 of 2", pressed: true }).waitFor();
  quiet(ann, ben);
  await leave(ann, ben);
});
