// The table in a real browser, on the fixtures: `npm run browser` (needs Debian's chromium and fixtures/make.py).
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixtures } from "./fixtures.mjs";

const { table } = fixtures();
const codes =
  /\b(?:10|[2-9TJQKA])[CDHS]\b|\b(?:ace|king|queen|jack|ten|nine|eight|seven|six|five|four|three|two) of \w+/g;
/** What of the table itself (the log is told by the server) says which card a card is. */
const named = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".sprite")].map((one) => one.outerHTML.replace(/<svg[\s\S]*?<\/svg>/g, "")).join(" "),
  );
const faces = (page) => page.evaluate(() => document.querySelectorAll(".sprite .rank").length);

test("a card that the view does not show is nowhere in the page", async () => {
  const page = await table("/fixture/blitz31?step=1");
  // Three cards of mine and the discard are seen; of the others' nine and of the stock nothing.
  assert.equal(
    await faces(page),
    await page.evaluate(() =>
      [...document.querySelectorAll(".sprite svg")]
        .filter((svg) => svg.querySelector(".rank"))
        .reduce((sum, svg) => sum + svg.querySelectorAll(".rank").length, 0),
    ),
  );
  assert.equal(
    await page.evaluate(
      () => [...document.querySelectorAll(".sprite svg")].filter((svg) => svg.querySelector(".rank")).length,
    ),
    4,
  );
  const labels = (await named(page)).match(codes) ?? [];
  assert.deepEqual([...new Set(labels)].length <= 4, true, labels.join());
});

test("ids and data say pile and place, never a card", async () => {
  const page = await table("/fixture/blitz31?step=1");
  const found = await page.evaluate(() =>
    [...document.querySelectorAll("*")].flatMap((one) => [one.id, ...Object.values(one.dataset)]).filter(Boolean),
  );
  assert.deepEqual(
    found.filter((one) => /^(?:[2-9TJQKA][CDHS]|JK[12])$/.test(one)),
    [],
  );
});

test("the usual choice is made by Enter, another by its letter", async () => {
  const page = await table("/fixture/blitz31?step=1");
  assert.match(await page.locator(".bar .go").innerText(), /Draw/);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".bar .go")?.textContent?.includes("Discard"));
  assert.deepEqual(page.said, []);
});

test("a digit chooses a card, a second tap plays it", async () => {
  const page = await table("/fixture/blitz31?step=2");
  await page.keyboard.press("2");
  assert.match(await page.locator(".bar .go").innerText(), /K♠/);
  assert.equal(await page.locator(".pick[aria-pressed=true]").count(), 1);
  await page.keyboard.press("Escape");
  // The usual choice lies chosen again, and only one card.
  assert.match(await page.locator(".bar .go").innerText(), /6♥/);
  assert.equal(await page.locator(".pick[aria-pressed=true]").count(), 1);
});

test("a number is made less and more only as far as it goes", async () => {
  const page = await table("/fixture/casino-war?step=1");
  const bet = () => page.locator(".bar .go").innerText();
  const [less, more] = [page.locator(".bar .step").first(), page.locator(".bar .step").nth(1)];
  for (let pressed = 0; pressed < 30 && (await less.isEnabled()); pressed++) await less.click();
  assert.match(await bet(), /Bet 1\b/);
  assert.equal(await less.isEnabled(), false);
  await more.click();
  assert.match(await bet(), /^Bet 2\b/);
  // What is bet on a tie is a number of its own.
  await page.locator(".bar .step").nth(3).click();
  assert.match(await page.locator(".bar").innerText(), /On a tie: 1/);
  await page.keyboard.press("ArrowRight");
  assert.match(await page.locator(".bar").innerText(), /Bet 3[^]*On a tie: 1/);
  assert.equal(await page.locator(".sum").first().innerText(), "3 + 1");
  for (let pressed = 0; pressed < 30 && (await more.isEnabled()); pressed++) await more.click();
  assert.equal(await more.isEnabled(), false);
});

test("one press repeats a bet, and the result of the round stands at the front in chips", async () => {
  const page = await table("/fixture/casino-war?step=1");
  assert.match(await page.locator(".bar .go").innerText(), /^Bet 5\b/);
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await page.locator(".bar .go", { hasText: "Bet 1 again" }).waitFor();
  // A digit sets the bet that is repeated as well.
  await page.keyboard.press("7");
  await page.locator(".bar .go", { hasText: "Bet 7 again" }).waitFor();
  await page.keyboard.press("1");
  assert.deepEqual(
    (await page.locator(".gained").allInnerTexts()).map((text) => text.replace(/\s+/g, " ")),
    ["You win +1", "Loses −1", "Wins +1"],
  );
  await page.keyboard.press("Space");
  // The round before is one line now.
  await page.getByText(/\+1: your .* against /).waitFor();
  await page.getByText("You bet 1.").waitFor();
});

test("the end says who has won, and a key leads on", async () => {
  const page = await table("/fixture/war?step=169&company");
  assert.equal(await page.locator(".ending").count(), 0);
  await page.keyboard.press("f");
  await page.getByRole("heading", { name: "You win." }).waitFor();
  assert.equal(await page.getByRole("alert").innerText(), "You win. You have all the cards.");
  assert.match(await page.evaluate(() => document.activeElement.innerText), /^Rematch/);
  // All 52 cards are with the winner: nothing lies under what is said.
  assert.deepEqual(await page.locator(".ending .plate .number").allInnerTexts(), ["52"]);
  assert.equal(await page.locator(".felt .sprite").count(), 0);
});

test("on a phone the end says nothing before its word, and every way on from it stands on one line", async () => {
  const page = await table("/fixture/war?step=169&company", { width: 390, height: 844, touch: true });
  // Nothing is told of the result before the word that says who has won.
  const early = page.evaluate(
    () =>
      new Promise((done) => {
        const told = [];
        requestAnimationFrame(function look() {
          const words = document.querySelector(".ending .words");
          if (words?.querySelector("h2")) return done(told);
          const line = words?.querySelector("p");
          if (line && getComputedStyle(line).visibility === "visible") told.push(line.textContent.trim());
          requestAnimationFrame(look);
        });
      }),
  );
  await page.keyboard.press("f");
  await page.locator(".bar .go", { hasText: "Rematch" }).waitFor();
  assert.deepEqual(await early, []);
  const words = await page.evaluate(() =>
    [...document.querySelectorAll(".bar .actions .short")].map((one) => [one.textContent, one.getClientRects().length]),
  );
  assert.deepEqual(words, [
    ["Rematch", 1],
    ["Turning point", 1],
    ["Story", 1],
    ["Other games", 1],
  ]);
});

test("a finger chooses first, and plays with the second tap", async () => {
  const page = await table("/fixture/blitz31?step=2", { width: 390, height: 844, touch: true });
  await page.locator(".pick").first().tap();
  assert.match(await page.locator(".bar .go").innerText(), /Discard/);
  await page.locator(".pick").first().tap();
  await page.waitForFunction(() => !document.querySelector(".bar .go")?.textContent?.includes("Discard"));
});

test("a choice may be written, and one that is none is said to be", async () => {
  const page = await table("/fixture/blitz31?step=2");
  await page.keyboard.press("/");
  await page.locator("#command").waitFor();
  await page.keyboard.type("discard 2c");
  await page.keyboard.press("Enter");
  assert.match(await page.locator("[role=alert]").innerText(), /discard 2c/);
  await page.locator("#command").fill("discard kS");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => !document.querySelector(".bar .go")?.textContent?.includes("Discard"));
});

test("? tells the keys, Escape closes it", async () => {
  const page = await table("/fixture/blitz31?step=2");
  await page.keyboard.press("?");
  await page.locator("dialog[open]").waitFor();
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("dialog[open]"));
});

test("W plays on to the game's own milestone: in Blitzkrieg to the next scenario", async () => {
  // Scenarios come in turns 4 and 7 of this game; between them there are plain battles.
  const page = await table("/fixture/blitzkrieg?at=5");
  await page.getByRole("button", { name: "To the next scenario" }).waitFor();
  await page.keyboard.press("w");
  await page.waitForFunction(() => /turn 7\b/.test(document.querySelector("h1")?.textContent ?? ""));
});

test("a game without a milestone offers none", async () => {
  const page = await table("/fixture/champz?step=1");
  assert.equal(await page.getByText(/^To the next/).count(), 0);
  const before = await page.locator("[role=log]").innerText();
  await page.keyboard.press("w");
  assert.equal(await page.locator("[role=log]").innerText(), before);
});

test("a card is dragged to the discards", async () => {
  const page = await table("/fixture/blitz31?step=2");
  const card = page.locator(".pick").first();
  const [from, to] = [await card.boundingBox(), await page.locator(".target[data-pile=stock]").first().boundingBox()];
  await page.mouse.move(from.x + 20, from.y + 30);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y - 40, { steps: 4 });
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => !document.querySelector(".bar .go")?.textContent?.includes("Discard"));
});

test("a press completes what flies, and a second one goes on to the next turn", async () => {
  const page = await table("/fixture/war?step=1", { reduced: false, stepped: true });
  const faces = () => page.locator(".sprite .rank").count();
  await page.keyboard.press("Space");
  await page.clock.runFor(48); // they fly
  await page.keyboard.press("Space");
  await page.clock.runFor(32);
  assert.match(await page.locator("[role=log] .now").innerText(), /You turn up[^]*Bot 1 turns up/);
  assert.ok((await faces()) > 0);
  await page.keyboard.press("Space");
  await page.clock.runFor(200); // the sweep hurries, and the next two fly
  await page.clock.runFor(2000);
  assert.match(await page.locator("h1").innerText(), /turn 3/);
  const numbers = await page.locator(".plate .count").allInnerTexts();
  assert.equal(
    numbers.map(Number).reduce((sum, one) => sum + one, 0),
    52,
  );
});

// In the bar of a game that asks, other buttons take the place of those that were pressed.
for (const [game, path, key, keeps] of [
  ["war", "war?step=0", "Space", ".felt, .sheet, aside > div.gauge"],
  ["Blitz (31)", "blitz31?step=1", "Enter", ".felt, aside > div.gauge"],
  ["Champz", "champz?step=60", "Enter", ".felt, aside > div.gauge"],
])
  test(`the layout does not shift while ${game} is played`, async () => {
    const page = await table(`/fixture/${path}`, { reduced: false });
    await page.evaluate(() => document.fonts.ready);
    await page.evaluate(() => new Promise((laid) => requestAnimationFrame(() => requestAnimationFrame(laid))));
    await page.evaluate((keeps) => {
      window.shifts = [];
      const told = ({ node, previousRect: from, currentRect: to }) =>
        `${node.className?.baseVal ?? node.className} ${from.x},${from.y} ${to.x},${to.y} ${from.width} ${to.width}`;
      const ours = ({ node }) => node?.closest?.(keeps);
      new PerformanceObserver((list) =>
        list.getEntries().forEach((one) => window.shifts.push(...one.sources.filter(ours).map(told))),
      ).observe({ type: "layout-shift", buffered: false });
    }, keeps);
    for (let i = 0; i < 6; i++) {
      await page.keyboard.press(key);
      await page.waitForTimeout(250);
    }
    assert.deepEqual(await page.evaluate(() => window.shifts), []);
  });

test("a game without a layout of its own is played: its piles stand labelled, its choices are a list", async () => {
  const page = await table("/fixture/steal-war?step=1");
  assert.ok((await page.locator(".bar .button").count()) >= 1);
  assert.deepEqual(page.said, []);
});

test("the mouth of a war reaches the edge of the table while it closes", async () => {
  const page = await table("/fixture/war?step=0", { stepped: true, reduced: false });
  await page.keyboard.press("Space"); // the first turn is a war
  await page.clock.runFor(5000);
  assert.equal(await page.locator(".slot").count(), 1);
  await page.keyboard.press("Space");
  const missing = () =>
    page.evaluate(() => {
      const right = (selector) => document.querySelector(selector)?.getBoundingClientRect().right;
      const mouth = right(".fork path");
      return mouth === undefined ? null : Math.max(0, Math.round(right(".felt") - mouth));
    });
  const found = [];
  for (let at = 0; at < 1600; at += 48) {
    await page.clock.runFor(48);
    found.push(await missing());
  }
  assert.deepEqual(new Set(found), new Set([0, null]));
});

test("while the cards of a war fly to the winner, nothing is said to be at stake", async () => {
  // A war of two others, and my own.
  for (const path of ["/fixture/war-6?step=2", "/fixture/war?step=0"]) {
    const page = await table(path, { stepped: true, reduced: false });
    await page.keyboard.press("Space");
    const stakes = new Set();
    for (let at = 0; at < 6000; at += 100) {
      await page.clock.runFor(100);
      if (await page.locator(".slot").count()) await page.keyboard.press("Space");
      for (const one of await page.locator("[data-place=stake]").allInnerTexts()) stakes.add(Number.parseInt(one));
    }
    assert.ok(stakes.size > 1, "the stake grows");
    assert.equal(stakes.has(0), false);
    await page.context().close();
  }
});

test("the course of a race does not speak of players who dropped out", async () => {
  const page = await table("/fixture/champz?step=79&company");
  await page.locator(".ending h2").waitFor();
  assert.equal(
    await page.locator(".ending .legend").innerText(),
    "Turn by turn, from left to right: the wider a player’s band, the more points.",
  );
});

test("at the end the front draws back to the whole game", async () => {
  const page = await table("/fixture/war?step=165");
  const turns = () =>
    page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll(".front .line")].map((one) => one.getAttribute("d").split("C").length - 1),
      ),
    );
  assert.ok((await turns()) <= 37);
  await page.keyboard.press("f");
  await page.waitForFunction(() => document.querySelector(".bar")?.textContent?.includes("Rematch"));
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".front .line")].some((one) => one.getAttribute("d").split("C").length > 100),
  );
  assert.deepEqual(page.said, []);
});

test("no line of the log begins with the full stop of a card", async () => {
  const page = await table("/fixture/war?at=110");
  const loose = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector("[role=log]"), NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!/^[.,;:]/.test(node.data)) continue;
      // Next to its card it can't be parted from it.
      if (getComputedStyle(node.parentElement).whiteSpace !== "nowrap") found.push(node.parentElement.textContent);
    }
    return found;
  });
  assert.deepEqual(loose, []);
});

test("the log follows what is told, and stays where somebody has scrolled back", async () => {
  const page = await table("/fixture/war?at=110");
  const log = page.locator(".log");
  const below = () => log.evaluate((one) => one.scrollHeight - one.clientHeight - one.scrollTop);
  const newest = () => log.locator(".now .turn-number b").innerText();
  // While a turn runs the key completes it, and then begins the next.
  const turn = async () => {
    const before = await newest();
    for (let pressed = 0; pressed < 9 && (await newest()) === before; pressed++) {
      await page.keyboard.press("Space");
      await page.waitForTimeout(250);
    }
    assert.notEqual(await newest(), before);
  };
  assert.equal(await log.locator("li .turn").first().isVisible(), true);
  await turn();
  await page.waitForFunction(() => {
    const one = document.querySelector(".log");
    return one.scrollHeight - one.clientHeight - one.scrollTop < 2;
  });
  await log.hover();
  await page.mouse.wheel(0, -600);
  // Once somebody scrolls back, there are more than the panel holds, and a new turn does not carry him away.
  await page.waitForFunction(() => document.querySelectorAll(".log li").length > 50);
  const far = await below();
  await turn();
  assert.ok((await below()) >= far, "what is told now pulls nobody down");
  const way = page.getByRole("button", { name: "Newest line" });
  const [button, lines] = [await way.boundingBox(), await log.boundingBox()];
  assert.ok(button.y + button.height <= lines.y + lines.height, "it lies over the lines, not over what is below them");
  await way.click();
  await page.waitForFunction(() => document.querySelectorAll(".log li").length < 50);
  assert.ok((await below()) < 24);
  // A card in a sentence has a name for those who hear it.
  assert.match(await log.locator(".now .tag").first().getAttribute("aria-label"), /^\w+ of \w+$/);
});

test("the log follows a jump over many turns, and shows its newest line", async () => {
  const page = await table("/fixture/war?step=20");
  await page.keyboard.press("f");
  await page.waitForFunction(() => document.querySelector(".bar")?.textContent?.includes("Rematch"));
  const below = () => page.locator(".log").evaluate((one) => one.scrollHeight - one.clientHeight - one.scrollTop);
  assert.ok((await below()) < 2);
  assert.equal(await page.locator(".log .now").isVisible(), true);
  assert.equal(await page.getByRole("button", { name: "Newest line" }).count(), 0);
});

test("a pile that is shuffled where it lies riffles; a state that falls is flooded: nothing else moves", async () => {
  // What is there for a moment only is counted as it comes, however rarely a busy machine looks.
  const counted = (page, name) =>
    page.evaluate((wanted) => {
      window.came = 0;
      new MutationObserver((list) =>
        list.forEach((one) =>
          one.addedNodes.forEach((node) => (window.came += node.classList?.contains(wanted) ? 1 : 0)),
        ),
      ).observe(document.body, { childList: true, subtree: true });
    }, name);
  const pile = await table("/fixture/blitz31?step=35", { reduced: false });
  await counted(pile, "riffle");
  await pile.keyboard.press("Enter");
  await pile.waitForFunction(() => window.came > 0);
  const state = await table("/fixture/blitzwar?step=58", { reduced: false });
  await counted(state, "flood");
  await state.keyboard.press("s");
  await state.waitForFunction(() => window.came > 0);
  await state.waitForSelector(".flood", { state: "detached" });
  for (const page of [pile, state]) assert.deepEqual(page.said, []);
});

test("on a phone a single opponent who has knocked keeps a name in one line below the head", async () => {
  const page = await table("/fixture/blitz31-2?step=11", { width: 390, height: 844 });
  await page.locator(".around", { hasText: /knocked/i }).waitFor();
  const [name, lives, head] = await page.evaluate(() =>
    [".around .who > b", ".around .who > :nth-child(3)", "header"].map((one) => {
      const { top, bottom } = document.querySelector(one).getBoundingClientRect();
      return { top, bottom };
    }),
  );
  assert.ok(name.top >= head.bottom, `the name begins at ${name.top}, the head ends at ${head.bottom}`);
  assert.ok(lives.top < name.bottom && name.top < lives.bottom, "the lives stand beside the name");
  await page.context().close();
});
