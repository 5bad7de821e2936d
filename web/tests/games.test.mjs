// Every game's own gestures in a real browser, by keys, by finger and without motion: `npm run browser`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixtures } from "./fixtures.mjs";

const { table } = fixtures();
const primary = (page) => page.locator(".bar .go").innerText();

test("a round of Blitz (31) by the keyboard alone: Enter and letters, nothing on the console", async () => {
  const page = await table("/fixture/blitz31?step=1");
  const turns = new Set();
  for (let i = 0; i < 12; i++) {
    turns.add(await page.locator(".log .now .turn-number b").innerText());
    await page.keyboard.press("Enter");
    await page.waitForTimeout(60);
  }
  assert.ok(turns.size > 3, [...turns].join());
  assert.deepEqual(page.said, []);
});

test("Tab reaches every card that can be chosen, with its name and what it does", async () => {
  const page = await table("/fixture/champz?step=63");
  const names = [];
  await page.locator(".log").focus();
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() =>
      document.activeElement?.classList.contains("pick") ? document.activeElement.getAttribute("aria-label") : null,
    );
    if (name) names.push(name);
  }
  assert.ok(new Set(names).size >= 5, names.join("; "));
  assert.ok(
    names.some((name) => name.includes("Conversion")),
    names.join("; "),
  );
});

test("Steal War: a pile that may be stolen is touched where it lies", async () => {
  const page = await table("/fixture/steal-war?step=37");
  assert.match(await primary(page), /Play the card/);
  await page.locator(".pick[aria-label*=Steal]").click();
  assert.match(await primary(page), /Steal the pile of Bot 2/);
});

test("Stealing Bundles: a card of mine, a bundle and a card of the table are touched for what they are in", async () => {
  const page = await table("/fixture/stealing-bundles-2?step=13");
  const buttons = async () => (await page.locator(".bar .go, .bar .choice, .bar button").allInnerTexts()).join("|");
  assert.match(await primary(page), /Steal the bundle of Bot 1, 3 cards, with the Q♠/);
  assert.match(await buttons(), /Take cards that add up to the Q♠/);
  assert.doesNotMatch(await buttons(), /4♣|6♥/, "other cards are chosen by touching them");
  await page.locator(".pick[aria-label^='six of spades' i]").click();
  assert.match(await primary(page), /Take the 6♠ with the 6♥/);
  await page.locator(".pick[aria-label^='four of clubs' i]").click();
  assert.match(await primary(page), /Leave the 4♣ on the table/);
  await page.locator(".pick[aria-label^='queen of clubs' i]").click();
  assert.match(await primary(page), /Steal the bundle of Bot 1/);
});

test("Schwimmen: a card of mine and one in the middle are touched, and make a swap", async () => {
  const page = await table("/fixture/schwimmen?step=11", { width: 360, height: 740, touch: true });
  const buttons = () => page.locator(".bar .actions .button:visible").allInnerTexts();
  assert.deepEqual(await buttons(), ["Pass", "J♣ for 8♠", "All three", "Close"], "four choices fit on a phone");
  await page.locator(".pick[aria-label^='ace of clubs' i]").tap();
  await page.locator(".pick[aria-label^='nine of hearts' i]").tap();
  assert.match(await primary(page), /A♣ for 9♥/);
  await page.locator(".pick[aria-label^='queen of diamonds' i]").tap();
  assert.match(await primary(page), /Q♦ for 9♥/, "the card in the middle stays chosen");
  assert.deepEqual(page.said, []);
});

test("Blitzkrieg: digits choose a card of the row, R lets chance choose", async () => {
  const page = await table("/fixture/blitzkrieg?step=41");
  await page.keyboard.press("4");
  assert.match(await primary(page), /4th/);
  const pits = page.locator(".pit, .inner");
  await pits.nth(2).waitFor({ state: "attached" });
  assert.equal(await pits.count(), 3);
  await page.keyboard.press("r");
  await page.waitForFunction(() => !document.querySelector(".bar .go")?.textContent?.includes("Turn over"));
});

/** The question, its answers and their costs that something hides: cards, or the edge of the pit. */
const hidden = (page) =>
  page.evaluate(() => {
    const pit = document.querySelector(".inner").getBoundingClientRect();
    const cards = [...document.querySelectorAll(".sprite")].map((one) => one.getBoundingClientRect());
    const texts = document.querySelectorAll(".question .words, .question .name, .question .chance, .question .cost");
    return [...texts].flatMap((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      const cut = [...range.getClientRects()].some(
        (box) =>
          box.width > 0 &&
          (box.bottom > pit.bottom ||
            box.right > pit.right ||
            cards.some(
              (card) =>
                card.left < box.right - 1 &&
                card.right > box.left + 1 &&
                card.top < box.bottom - 2 &&
                card.bottom > box.top + 2,
            )),
      );
      return cut ? [one.textContent] : [];
    });
  });

test("Blitzkrieg: a question five battles deep is whole at every size, with its chance", async () => {
  for (const [width, height] of [
    [1280, 800],
    [768, 1024],
    [390, 844],
    [360, 640],
  ])
    for (const path of ["blitzkrieg-nested?step=3", "blitzkrieg?step=37"]) {
      const page = await table(`/fixture/${path}&company`, { width, height });
      await page.locator(".inner").first().waitFor();
      assert.deepEqual(await hidden(page), [], `${path} ${width}`);
      assert.equal(await page.locator(".answer .chance").count(), 2);
      if (path.endsWith("37")) assert.match(await page.locator(".answer .chance").first().innerText(), /^\d+\s%$/);
      await page.context().close();
    }
});

test("BlitzWar: the list does by keys what the map does, with the odds", async () => {
  const page = await table("/fixture/blitzwar?step=290");
  await page.keyboard.press("l");
  await page.getByRole("button", { name: /Eastern Europe ?, You/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Central Europe ?,/ }).focus();
  await page.keyboard.press("Enter");
  assert.match(await page.locator(".tray .end").first().innerText(), /41\.7\s%/);
  assert.match(await primary(page), /Roll one die/);
});

test("BlitzWar on a phone: the bomb is at hand with cards and without", async () => {
  const phone = { width: 390, height: 844 };
  const begun = await table("/fixture/blitzwar?step=0", phone);
  assert.match(await begun.locator(".held").innerText(), /^0/);
  const page = await table("/fixture/blitzwar?step=290&pair=eastern-europe%3Ecentral-europe", phone);
  await page.locator(".held").click();
  await page.getByRole("button", { name: "Nuclear bomb: ties are yours" }).click();
  assert.match(await page.locator(".bar .danger").innerText(), /Central Europe/);
  // The map is in sight again, with the odds under the bomb: one die wins 21 of 36 times.
  assert.equal(await page.locator("aside.open").count(), 0);
  const tray = page.locator(".tray");
  assert.match(await tray.innerText(), /ties are yours[^]*58\s%[^]*58\.3\s%/);
});

test("BlitzWar: an order is written short; the bomb asks once more in red", async () => {
  const page = await table("/fixture/blitzwar?step=290&pair=eastern-europe%3Ecentral-europe");
  await page.keyboard.press("b");
  assert.equal(await page.locator(".bar .danger").count(), 1);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".bar .danger").count(), 0);
  await page.keyboard.press("/");
  await page.locator("#command").waitFor();
  await page.keyboard.type("a eastern-europe nowhere 1");
  await page.keyboard.press("Enter");
  assert.match(await page.locator("[role=alert]").innerText(), /nowhere/);
  await page.locator("#command").fill("a eastern-europe central-europe 1");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => !document.querySelector("#command"));
});

test("BlitzWar: another player's attack is lit on the map, and the map is as high as in an attack of mine", async () => {
  const page = await table("/fixture/blitzwar?step=119");
  assert.match(await page.locator(".felt .fight").innerText(), /^D\s*Bot 3 attacks .+Venezuela.+Brazil/s);
  const world = page.locator("svg.map").first();
  assert.deepEqual([await world.locator(".chosen").count(), await world.locator(".arrow").count()], [2, 1]);
  const mine = await table("/fixture/blitzwar?step=290&pair=eastern-europe%3Ecentral-europe");
  assert.equal(await mine.locator("svg.map").first().getAttribute("height"), await world.getAttribute("height"));
  assert.equal(await mine.locator("aside li.out").count(), 1);
});

test("BlitzWar: continents say their bonus, who leads and my part; a state tells of itself under the pointer", async () => {
  const page = await table("/fixture/blitzwar?step=290");
  const badges = await page.locator("svg.map").first().locator(".badge").allTextContents();
  const europe = badges.find((text) => text.includes("Europe"));
  // Eastern Europe is mine, the other six states are Bot 3's.
  assert.match(europe, /Europe \+5\s*D\s*6 of 7\s*A\s*1/);
  await page.mouse.move(570, 150);
  assert.match(
    (await page.getByRole("tooltip").innerText()).replace(/\s+/g, " "),
    /A Eastern Europe 2 tanks · 6 points Europe \+5 tanks · you hold 1 of 7/,
  );
});

test("BlitzWar on a phone: the map opens at my states, and a finger has 44 px for each army", async () => {
  const page = await table("/fixture/blitzwar?step=290", { width: 390, height: 844, touch: true });
  const world = page.locator("svg.map").first();
  const wide = async () => Number((await world.getAttribute("viewBox")).split(" ")[2]);
  await page.waitForFunction(() => document.querySelector("svg.map").getAttribute("viewBox").split(" ")[2] <= 640);
  const mine = world.locator("[data-state=eastern-europe]");
  const boxes = await Promise.all((await world.locator(".touch").all()).map((one) => one.boundingBox()));
  assert.ok(boxes.length > 0 && boxes.every((box) => box.width >= 43.9 && box.height >= 43.9), JSON.stringify(boxes));
  const at = await mine.boundingBox();
  assert.ok(at.x >= 0 && at.x + at.width <= 390 && at.y >= 100 && at.y + at.height <= 712, JSON.stringify(at));
  await world.locator("[data-state=egypt]").tap();
  assert.match(await page.getByRole("tooltip").innerText(), /Egypt/);
  await page.getByRole("button", { name: "Whole map" }).tap();
  assert.ok((await wide()) > 1500);
});

test("BlitzWar on a phone: both states of an attack lie whole on the free part of the map, with places of 44 px", async () => {
  // Greenland and the north of Canada lie furthest apart; the others are attacks over land.
  for (const [step, origin, state] of [
    [322, "greenland", "northwest"],
    [465, "northwest", "greenland"],
    [119, "venezuela", "brazil"],
  ]) {
    const page = await table(`/fixture/blitzwar?step=${step}`, { width: 390, height: 844, touch: true });
    await page.locator(".felt > .over").waitFor();
    const found = await page.evaluate(
      ([...names]) => {
        const box = (one) => one.getBoundingClientRect();
        const map = document.querySelector("svg.map");
        const scale = map.getScreenCTM();
        /** The box on the page of the largest land of an outline. */
        const land = (path) => {
          const lands = path
            .getAttribute("d")
            .split("Z")
            .filter(Boolean)
            .map((ring) => ring.match(/-?[\d.]+/g).map(Number))
            .map((at) => [at.filter((_, i) => i % 2 === 0), at.filter((_, i) => i % 2 === 1)])
            .map(([xs, ys]) => [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
          const area = ([l, t, r, b]) => (r - l) * (b - t);
          const [l, t, r, b] = lands.reduce((most, one) => (area(one) > area(most) ? one : most));
          const [from, to] = [new DOMPoint(l, t), new DOMPoint(r, b)].map((point) => point.matrixTransform(scale));
          return [from.x, from.y, to.x, to.y].map(Math.round);
        };
        return {
          lands: [...map.querySelectorAll("path.chosen")].map(land),
          places: names.map((name) => box(map.querySelector(`[data-state=${name}]`))),
          corners: [".inset", ".land"].map((one) => box(document.querySelector(one))),
          top: box(document.querySelector(".felt > .top")).bottom,
          foot: box(document.querySelector(".felt > .over")).top,
        };
      },
      [origin, state],
    );
    const why = `${origin}, ${state}: ${JSON.stringify(found)}`;
    assert.equal(found.lands.length, 2, why);
    for (const [left, top, right, bottom] of found.lands)
      assert.ok(left >= 0 && right <= 390 && top >= found.top && bottom <= found.foot, why);
    for (const place of found.places) {
      assert.ok(place.width >= 43.9 && place.height >= 43.9, why);
      for (const corner of found.corners)
        assert.ok(place.left >= corner.right || place.right <= corner.left || place.top >= corner.bottom, why);
    }
    await page.context().close();
  }
});

test("BlitzWar: the log has a line a turn, which opens to its events", async () => {
  const page = await table("/fixture/blitzwar?step=128");
  const turn = page.locator(".log .digest", { hasText: "Bot 2: 1 attack, 1 state taken, 1 from you (East Australia)" });
  assert.equal(await turn.getAttribute("aria-expanded"), "false");
  assert.equal(await page.locator(".log .within", { hasText: "Bot 2 conquers East Australia" }).count(), 0);
  await turn.click();
  assert.equal(await page.locator(".log .within", { hasText: "Bot 2 conquers East Australia" }).count(), 1);
});

test("BlitzWar: the map keeps its box while a state is chosen, attacked and left", async () => {
  const page = await table("/fixture/blitzwar?step=290&pair=eastern-europe%3Ecentral-europe");
  const box = () => page.locator("svg.map").first().boundingBox();
  const before = await box();
  await page.keyboard.press("Enter");
  await page.waitForTimeout(400);
  assert.deepEqual(await box(), before);
  await page.keyboard.press("Escape");
  assert.deepEqual(await box(), before);
});

test("BlitzWar on a phone: the drawer shows whole cards, a log to read and its tools below", async () => {
  const page = await table("/fixture/blitzwar?step=290", { width: 390, height: 844, touch: true });
  await page.getByRole("button", { name: /Your cards/ }).tap();
  await page.waitForFunction(() => document.querySelector("aside").getBoundingClientRect().bottom <= 713);
  await page.waitForSelector("aside [role=group]");
  const boxes = async (selector) => Promise.all((await page.locator(selector).all()).map((one) => one.boundingBox()));
  const [cards, [log], [tools]] = await Promise.all([
    boxes("aside .cards > *"),
    boxes("aside .log"),
    boxes("aside [role=group]"),
  ]);
  assert.ok(
    cards.every((card) => card.height >= 88 && card.y + card.height <= log.y + 1),
    JSON.stringify([cards, log]),
  );
  assert.ok(log.height >= 150 && log.y + log.height <= tools.y + 1, JSON.stringify([log, tools]));
  assert.ok(tools.y + tools.height <= 713, JSON.stringify(tools));
  // The bomb lies dark until an attack is chosen: a press says what it does, and why not now.
  await page.getByRole("button", { name: /^Nuclear bomb/ }).tap();
  assert.match(await page.locator("aside .note").innerText(), /once a game.* Not now\. First choose an attack/);
  // A press beside the drawer closes it.
  await page.touchscreen.tap(195, 150);
  await page.locator("aside.open").waitFor({ state: "detached" });
});

test("BlitzWar on a phone: a press on the round says what follows the last one", async () => {
  const page = await table("/fixture/blitzwar?step=290", { width: 390, height: 844, touch: true });
  const told = page.getByText(/^Time is up in round 10: it and the next one are played whole/);
  assert.equal(await told.isVisible(), false);
  await page.getByRole("button", { name: /^Round \d+ \/ 10$/i }).tap();
  await told.waitFor();
  const box = await told.boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
  await page.touchscreen.tap(195, 500);
  await told.waitFor({ state: "hidden" });
});

test("BlitzWar: the map comes closer by the wheel and moves under the hand", async () => {
  const page = await table("/fixture/blitzwar?step=290");
  const box = () => page.locator("svg.map").first().getAttribute("viewBox");
  const whole = await box();
  await page.mouse.move(400, 300);
  await page.mouse.wheel(0, -400);
  await page.waitForFunction((before) => document.querySelector("svg.map").getAttribute("viewBox") !== before, whole);
  const near = await box();
  await page.mouse.down();
  await page.mouse.move(330, 280, { steps: 4 });
  await page.mouse.up();
  assert.notEqual(await box(), near);
});

test("a hint lies chosen and says why; an emote stands beside its seat", async () => {
  const page = await table("/fixture/blitz31?step=2&state=waits");
  await page.keyboard.press("1");
  await page.keyboard.press("h");
  assert.match(await page.locator("[role=log] .advice").innerText(), /It is what is usual/);
  assert.match(await primary(page), /6♥/);
  await page.getByRole("button", { name: "Say something" }).click();
  await page.getByRole("button", { name: "Well played" }).click();
  assert.equal(await page.locator(".said").innerText(), "Well played");
  // Bots hear nothing.
  const alone = await table("/fixture/blitz31?step=2&company");
  assert.equal(await alone.getByRole("button", { name: "Say something" }).count(), 0);
});

test("a button keeps its words while a finger is on it", async () => {
  const page = await table("/fixture/blitz31?step=2&state=waits");
  await page.keyboard.press("1");
  const before = await primary(page);
  const box = await page.locator(".bar .go").boundingBox();
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.keyboard.press("2");
  assert.equal(await primary(page), before);
  await page.mouse.move(5, 400);
  await page.mouse.up();
  await page.waitForFunction((old) => document.querySelector(".bar .go").innerText !== old, before);
});

test("BlitzWar on a phone: advice to attack is read under the dice that it lays ready", async () => {
  const page = await table("/fixture/blitzwar?step=290&company&pair=eastern-europe%3Ecentral-europe", {
    width: 390,
    height: 844,
    touch: true,
  });
  const advice = page.locator(".sheet .advised");
  assert.equal(await advice.count(), 0);
  await page.keyboard.press("h");
  assert.match(await advice.innerText(), /It is what is usual/);
  const [tray, told, bar] = await Promise.all(
    [page.locator(".sheet .tray"), advice, page.locator(".sheet section.bar")].map((one) => one.boundingBox()),
  );
  assert.ok(tray.y + tray.height <= told.y && told.y + told.height <= bar.y, JSON.stringify([tray, told, bar]));
  assert.ok(bar.y + bar.height <= 844);
});

test("as text: a line an event, and a line to write in", async () => {
  const page = await table("/fixture/blitz31?step=2");
  await page.keyboard.press("t");
  assert.match(await page.locator(".text").innerText(), /You take/);
  await page.locator("#command").fill("discard 6H");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".text")?.textContent?.includes("You discard"));
  assert.deepEqual(page.said, []);
});

test("with reduced motion nothing flies: fades of 120 ms at most", async () => {
  const page = await table("/fixture/war?at=110");
  await page.evaluate(() => {
    window.longest = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      window.longest = Math.max(window.longest, Number(options.duration ?? options));
      return animate.call(this, frames, options);
    };
  });
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press("Space");
    await page.waitForTimeout(150);
  }
  assert.ok((await page.evaluate(() => window.longest)) <= 120);
});

/** What is seen of a card that lies under the next one. */
const EDGE = { position: { x: 12, y: 40 } };

test("a finger plays a whole turn of Champz on a phone", async () => {
  const page = await table("/fixture/champz?step=63", { width: 390, height: 844, touch: true });
  await page.locator(".pick[aria-label*='Extra Point']").first().tap(EDGE);
  assert.match(await primary(page), /Extra Point/);
  await page.locator(".bar .go").tap();
  await page.waitForFunction(() => !document.querySelector(".bar .go")?.textContent?.includes("Extra Point"));
  assert.deepEqual(page.said, []);
});

test("a finger says whom the Blitz robs: the card in hand, then the card that is to be taken", async () => {
  const page = await table("/fixture/champz?step=11", { width: 390, height: 844, touch: true });
  await page.locator(".sprite .pick[aria-label*='Blitz']").tap(EDGE);
  await page.locator(".laid.hit").waitFor();
  assert.equal(await page.locator(".laid.hit").count(), 1);
  await page.keyboard.press("Escape");
  await page.locator(".laid.hit").waitFor({ state: "detached" });
  assert.equal(await page.locator(".laid.hit").count(), 0);
  await page.locator(".laid .pick").tap();
  await page.locator(".laid.hit").waitFor();
  assert.equal(await page.locator(".laid.hit").count(), 1, "the first press only chooses it");
  assert.match(await primary(page), /Blitz/);
  await page.locator(".laid .pick").tap();
  await page.waitForFunction(() => document.querySelectorAll(".laid .pick").length === 0);
  assert.deepEqual(page.said, []);
});

for (const pointer of ["mouse", "finger"])
  test(`the first press raises a card and the second plays it; the usual card is raised already: ${pointer}`, async () => {
    const page = await table("/fixture/champz?step=11", { width: 390, height: 844, touch: pointer === "finger" });
    const presses = (card) => {
      const found = page.locator(`.sprite .pick[aria-label*='${card}']`).first();
      return pointer === "finger" ? found.tap(EDGE) : found.click(EDGE);
    };
    const played = () => page.waitForFunction(() => !document.querySelector(".sprite .pick[aria-pressed='true']"));
    assert.match(await page.locator(".effect").innerText(), /Press it to play, or choose another\.$/);
    await presses("End of Quarter");
    assert.match(await primary(page), /End of Quarter/);
    await presses("End of Quarter");
    await played();
    await page.goto(page.url());
    await page.waitForSelector("[data-ready]");
    await presses("Passing TD");
    await played();
    assert.deepEqual(page.said, []);
    await page.context().close();
  });

test("the buttons of three choices have room for their words on a phone", async () => {
  for (const language of ["en", "it", "de"])
    for (const width of [360, 390]) {
      const page = await table("/fixture/champz?step=11&company", {
        width,
        height: 844,
        touch: true,
        kept: { language },
      });
      const found = await page.evaluate(() =>
        [...document.querySelectorAll(".bar .actions .button")]
          .filter((one) => one.checkVisibility())
          .map((one) => {
            const range = document.createRange();
            range.selectNodeContents([...one.querySelectorAll(".short, .long")].find((part) => part.checkVisibility()));
            const [box, words] = [one, range].map((part) => part.getBoundingClientRect());
            const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size;
            const whole =
              words.left >= box.left && words.right <= box.right && words.top > box.top && words.bottom < box.bottom;
            return { name: one.innerText, left: box.left, right: box.right, high: box.height, whole, lines };
          }),
      );
      const what = `${language} ${width}: ${JSON.stringify(found)}`;
      assert.equal(found.length, 3, what);
      assert.ok(
        found.every((one) => one.high >= 44 && one.whole && one.lines <= (language === "en" ? 2 : 3)),
        what,
      );
      assert.ok(
        found.every((one, i) => one.left >= (found[i - 1]?.right ?? 0) && one.right <= width),
        what,
      );
      await page.context().close();
    }
});

test("what lies in the discards is not what a card of my hand does, and the bar keeps within its table", async () => {
  const page = await table("/fixture/champz?step=11&company");
  assert.equal(await page.locator(".pick[aria-label*='Passing TD']").count(), 1);
  const [bar, undo] = [
    await page.locator(".bar").boundingBox(),
    await page.getByRole("button", { name: "Take back" }).boundingBox(),
  ];
  assert.ok(undo.x + undo.width <= bar.x + bar.width, `${undo.x} + ${undo.width}`);
});

test("at the end the panel lists the game in figures, the same that its story tells", async () => {
  const rows = (page, list) =>
    page.locator(`${list} dl > div`).evaluateAll((all) => all.map((one) => one.innerText.replace(/\s+/g, " ")));
  const ended = async (options) => {
    const page = await table("/fixture/war?step=169&company&luck", { stepped: true, ...options });
    assert.equal(await page.getByText("The game in figures").count(), 0, "the game is not over");
    await page.keyboard.press("Space");
    for (let i = 0; i < 3; i++) await page.clock.runFor(4000);
    await page.locator("#in-figures").waitFor({ state: "attached" });
    return page;
  };
  const page = await ended({});
  const told = await rows(page, "aside section");
  assert.deepEqual(told, [
    "Turns with wars (in all) 16 (19)",
    "Fewest cards you held 23",
    "Largest pot 22",
    "Aces dealt, you and Bot 1 1 · 3",
    told.at(-1),
  ]);
  const story = await table("/fixture/war?story=170");
  await story.locator(".counts dl").waitFor();
  const counts = await rows(story, ".counts");
  for (const row of told.filter((one) => !one.startsWith("Aces"))) assert.ok(counts.includes(row), `${row}: ${counts}`);
  const phone = await ended({ width: 390, height: 844, touch: true, kept: { language: "it" } });
  await phone.locator(".last .more").tap();
  await phone.clock.runFor(1000);
  const list = await phone.locator("aside section").boundingBox();
  const panel = await phone.locator("aside").boundingBox();
  assert.ok(list.y >= panel.y && list.y + list.height <= panel.y + panel.height, JSON.stringify([list, panel]));
  assert.equal((await rows(phone, "aside section")).length, told.length);
  assert.equal(await phone.locator("#in-figures").innerText(), "La partita in cifre");
  for (const one of [page, phone]) assert.deepEqual(one.said, []);
});

test("a hint on a phone takes three lines at most, with its choice, its chance and its error", async () => {
  const LONG = {
    en: "Drop the nuclear bomb on Western Europe from Southern Europe: 52 % ± 3, next best 49 %, too close to tell.",
    it: "Sgancia la bomba atomica su Europa meridionale da Europa settentrionale: 52 % ± 3, poi 49 %, troppo vicino per dirlo.",
  };
  for (const width of [390, 360])
    for (const [language, text] of Object.entries(LONG)) {
      const page = await table("/fixture/blitz31?step=2&company", {
        width,
        height: 844,
        touch: true,
        kept: { language },
      });
      await page.keyboard.press("h");
      const line = page.locator(".advised .line");
      await line.evaluate((one, text) => (one.querySelector("b").textContent = text), text);
      const seen = await line.evaluate((one) => ({ high: one.clientHeight, all: one.scrollHeight }));
      assert.ok(seen.high <= 48 && seen.all < seen.high + 8, `${width}, ${language}: ${JSON.stringify(seen)}`);
      await line.tap();
      await page.locator("aside.open [role=log] .advice").waitFor();
      await page.context().close();
    }
});
