// No text under a card, a number or other text, nothing cut: at every share of War, and in turns of other games. LONG=1: all.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { fixtures } from "./fixtures.mjs";
import { illegible } from "./legible.mjs";
import { deserted, lopsided } from "./lopsided.mjs";

const { table } = fixtures();
const LONG = process.env.LONG === "1";
const SHORT_NAME = "W";
const LONG_NAME = "Maximiliane Annunziata Featherstonehaugh"; // 40 letters
const SIZES = [
  [360, 640],
  [390, 844],
  [1280, 800],
  [768, 1024],
  [844, 390],
  ...(LONG
    ? [
        [430, 932],
        [600, 900],
        [900, 700],
        [1024, 768],
      ]
    : []),
].map(([width, height]) => ({ width, height }));
const SHARES = LONG ? Array.from({ length: 51 }, (_, i) => i + 1) : [1, 5, 26, 50];

/** Time passes until nothing moves. */
const rests = (page) => page.clock.runFor(4000);

/** In which languages, and with which names, a size is looked at. */
const voices = (i) =>
  LONG
    ? ["en", "it", "de"].flatMap((language) => [SHORT_NAME, LONG_NAME].map((names) => ({ language, names })))
    : [
        { language: ["en", "it", "de"][i % 3], names: LONG_NAME },
        { language: ["de", "en", "it"][i % 3], names: SHORT_NAME },
      ];

for (const [i, size] of SIZES.entries())
  test(`War at every share, ${size.width} x ${size.height}`, { timeout: 1_200_000 }, async () => {
    for (const { language, names } of voices(i)) {
      const page = await table(`/fixture/lopsided?step=0&names=${names}`, {
        ...size,
        stepped: true,
        kept: { language },
        files: { lopsided: lopsided(SHARES) },
      });
      const found = [];
      const look = async (when) => found.push(...(await illegible(page)).map((why) => `${when}: ${why}`));
      for (const mine of SHARES) {
        await page.keyboard.press("Space");
        await rests(page);
        await look(`${mine} of 52, at war`);
        if (await page.locator(".slot").count()) await page.keyboard.press("Space");
        await rests(page);
        await look(`${mine} of 52, after it`);
      }
      assert.deepEqual(found, [], `${language}, ${names}`);
      await page.context().close();
    }
  });

// Recorded games, as the laws of the film have them.
const ALL = readdirSync(new URL("../fixtures/film", import.meta.url))
  .filter((file) => /-[0-9]\.json$/.test(file))
  .map((file) => file.replace(".json", ""));
const SOME = [
  "war-bicycle-4",
  "war-bicycle-6",
  "blitz31-seed-4",
  "blitz31-seed-6",
  "champz-seed-4",
  "casino-war-seed-3",
  "steal-war-seed-2",
  "steal-war-seed-4",
  "schwimmen-schwimmen-2",
  "schwimmen-schwimmen-4",
  "schwimmen-schwimmen-6",
  "stealing-bundles-usual-2",
  "stealing-bundles-usual-4",
  "stealing-bundles-usual-6",
  "syrian-war-seed-2",
  "tod-und-leben-seed-2",
  "pyanitsa-seed-3",
  "beggar-my-neighbour-usual-2",
  "beggar-my-neighbour-usual-4",
  "egyptian-ratscrew-usual-2",
  "egyptian-ratscrew-usual-4",
  "blitzkrieg-seed-2",
];
for (const [i, name] of (LONG ? ALL : SOME).entries())
  test(`${name} is legible`, { timeout: 1_200_000 }, async () => {
    for (const [j, size] of (LONG ? SIZES : [SIZES[i % 2], SIZES[2]]).entries()) {
      const { language, names } = voices(i + j)[0];
      const page = await table(`/fixture/film%2F${name}?step=0&names=${names}`, {
        ...size,
        stepped: true,
        kept: { language },
      });
      const found = [];
      for (let pressed = 0; pressed < (LONG ? 30 : 8); pressed++) {
        await page.keyboard.press("Enter");
        await rests(page);
        found.push(...(await illegible(page)).map((why) => `press ${pressed}: ${why}`));
      }
      assert.deepEqual(found, [], `${size.width} x ${size.height}, ${language}, ${names}`);
      await page.context().close();
    }
  });

test("players who have left the game stand beside each other on a phone", async () => {
  for (const size of SIZES.filter((one) => one.width < 600)) {
    const page = await table("/fixture/deserted?step=0", { ...size, stepped: true, files: { deserted: deserted() } });
    await rests(page);
    assert.deepEqual(await illegible(page), [], `${size.width} x ${size.height}`);
    await page.context().close();
  }
});

test("BlitzWar: the odds and the dice of my last roll are whole at every size", async () => {
  const sizes = [
    [1280, 800],
    [899, 800],
    [600, 800],
    [844, 390],
    [390, 844],
  ];
  for (const [i, [width, height]] of sizes.entries()) {
    const { language, names } = voices(i)[0];
    const page = await table(`/fixture/blitzwar?step=60&pair=egypt%3Esahara&names=${names}`, {
      width,
      height,
      touch: width < 600,
      reduced: false,
      stepped: true,
      kept: { language },
    });
    const tray = width < 600 ? ".sheet" : ".felt > .tray > :last-child";
    const found = [];
    // A phone that lies has room for the odds alone.
    const look = async (when) => {
      if (await page.locator(tray).count())
        found.push(...(await illegible(page, tray)).map((why) => `${when}: ${why}`));
    };
    await rests(page);
    assert.equal(await page.locator(tray).count(), 1);
    assert.ok(await page.locator(`${tray} .end strong`).isVisible(), "the chance to take the state");
    await look("before a roll");
    // Two rolls with the same states, and the one that takes the state.
    for (const roll of [1, 2, 3]) {
      await page.keyboard.press("Enter");
      await page.clock.runFor(200);
      await look(`while roll ${roll} is told`);
      await rests(page);
      await look(`after roll ${roll}`);
    }
    assert.deepEqual(found, [], `${width} x ${height}, ${language}`);
    await page.context().close();
  }
});

/** Buttons and links of the head and the bar that lie outside the window or on each other. */
const crowded = (page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll("header a, header button, .bar button")]
      .filter((one) => one.checkVisibility())
      .map((one) => ({ name: one.innerText || one.ariaLabel, box: one.getBoundingClientRect() }));
    const outside = all.filter(({ box }) => box.left < 0 || box.right > innerWidth || box.bottom > innerHeight);
    const on = all.filter(({ box }, i) =>
      all
        .slice(0, i)
        .some(
          ({ box: other }) =>
            Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 &&
            Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1,
        ),
    );
    return [...outside, ...on].map((one) => one.name);
  });

test("every control of the head and the bar has its place between a phone and a desk", async () => {
  for (const [width, language] of [
    [600, "en"],
    [600, "it"],
    [768, "it"],
    [900, "it"],
    [1199, "it"],
    [1200, "it"],
    [600, "de"],
    [768, "de"],
    [900, "de"],
    [1199, "de"],
    [1200, "de"],
  ]) {
    const page = await table("/fixture/blitzwar?step=60&pair=egypt%3Esahara&company", {
      width,
      height: 800,
      kept: { language },
    });
    assert.equal(await page.locator(".bar .actions .button").count(), 4);
    assert.deepEqual(await crowded(page), [], `${width}, ${language}`);
    // Both armies of the attack are drawn, and nothing else is named.
    const named = page.locator("svg.map").first().locator(".plate .name");
    await named.nth(1).waitFor();
    assert.equal(await named.count(), 2, `${width}`);
    await page.context().close();
  }
});

test("at the end no text lies on the course on a phone that lies", async () => {
  for (const [width, height] of [
    [844, 390],
    [667, 375],
  ]) {
    const page = await table("/fixture/war?step=169&company&luck", { width, height, touch: true, stepped: true });
    await page.keyboard.press("Space");
    for (let i = 0; i < 3; i++) await rests(page);
    await page.locator(".ending .words").waitFor();
    assert.deepEqual(await illegible(page), [], `${width} x ${height}`);
    const [words, course] = await page.evaluate(() =>
      [".ending .words", "[data-place=front]"].map((one) => document.querySelector(one).getBoundingClientRect()),
    );
    assert.ok(words.bottom <= course.top, `${words.bottom} is below ${course.top}`);
    await page.context().close();
  }
});

test("on a phone the other's last count stands below the result, however long that is", async () => {
  const page = await table("/fixture/war?step=169&company", { width: 390, height: 844, stepped: true });
  await page.keyboard.press("Space");
  for (let i = 0; i < 3; i++) await rests(page);
  await page.locator(".ending .words").evaluate((words) => {
    const luck = words.querySelector("p").cloneNode(true);
    luck.textContent =
      "You were dealt three of the four aces: such a deal wins 36 % of games (33 to 39 %, from 974). ".repeat(2);
    words.append(luck);
  });
  // The ranks of the small cards are higher than their lines.
  assert.deepEqual(
    (await illegible(page)).filter((why) => !/^"[A0-9]+" is cut$/.test(why)),
    [],
  );
  await page.addStyleTag({ content: ".ending .plate { position: absolute !important; top: 28%; right: 16px; }" });
  assert.match((await illegible(page)).join(), /lie on each other/);
  await page.context().close();
});

test("a text under a card and one that is cut are found", async () => {
  const page = await table("/fixture/war?at=60", { stepped: true });
  assert.deepEqual(await illegible(page), []);
  const plant = (css) => page.addStyleTag({ content: css });
  const under = await plant(".sprite { margin: 480px 0 0 580px; z-index: 7000 !important; }");
  assert.match((await illegible(page)).join(), /lies under a card/);
  await under.evaluate((one) => one.remove());
  const cut = await plant(".plate { margin-left: 60px; }");
  assert.match((await illegible(page)).join(), /is cut/);
  await cut.evaluate((one) => one.remove());
  await plant(".plate .count { margin-top: -30px; }");
  assert.match((await illegible(page)).join(), /lie on each other/);
  await page.context().close();
});
