// BlitzWar on a phone: the secret mission, long questions and six dice are seen whole, and none lies on another.
import assert from "node:assert/strict";
import { test } from "node:test";
import { call, quiet } from "./people.mjs";
import { leave, real } from "./real.mjs";

const house = real();
const PHONE = { width: 390, height: 844, touch: true };
const MISSION = { en: "Your mission", it: "La tua missione", de: "Dein Auftrag" };

/** Ann's turn at a table laid by hand, where she has all the states that are not named. */
async function laid(language, preset, state, piles = { stock: "" }, speed = null) {
  const ann = await house.somebody({ ...PHONE, settings: JSON.stringify({ speed, language }) });
  await ann.visit("/settings");
  const { room, url } = await call(ann, "POST", "/api/rooms", {
    game: "blitzwar",
    preset,
    seats: 3,
    laid: { piles, state: { turn_of: 0, ...state } },
    bots: { 1: "simple", 2: "simple" },
  });
  await call(ann, "POST", `/api/rooms/${room}/start`, {});
  await ann.visit(url);
  await ann.locator(".last .ask").waitFor();
  return ann;
}

/** She has three cannons, five continents and a mission; in the sixth Bot 1 has five tanks in Peru. */
const strong = (language) =>
  laid(
    language,
    "missions",
    { "owner argentina": 2, "owner peru": 1, "tanks peru": 5 },
    { "hand 0": "alaska rockies venezuela", "mission 0": "south-america+asia" },
  );

/** Writes a choice; returns when the next question is there. */
async function choose(page, choice) {
  const asks = page.locator(".last .ask");
  const before = await asks.innerText();
  await page.keyboard.press("/");
  await page.locator("#command").fill(choice);
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    (text) => ![text, undefined].includes(document.querySelector(".last .ask")?.innerText),
    before,
  );
}

/** No line above the bar is cut; letters may hang out of the last one. */
const isWhole = (page) =>
  page
    .locator(".last .line")
    .evaluate((one) => one.scrollHeight - one.clientHeight < parseFloat(getComputedStyle(one).lineHeight) / 2);

for (const [language, title] of Object.entries(MISSION))
  test(`the mission and long questions on a phone, ${language}`, async () => {
    const ann = await strong(language);
    const mission = ann.locator(".felt .top p");
    assert.match(await mission.innerText(), new RegExp(`^${title}: .* 14 `));
    assert.equal((await mission.boundingBox()).height, 23, "it is one line");
    assert.ok(await isWhole(ann), "what three cards bring, in German in four lines");
    await choose(ann, "keep");
    assert.ok(await isWhole(ann), "an income with five continents");
    const bar = await ann.locator(".bar").boundingBox();
    assert.ok(bar.y + bar.height <= PHONE.height, "the bar stays on the screen");
    quiet(ann);
    await leave(ann);
  });

for (const [language, bomb] of [
  ["en", "Bomb"],
  ["de", "Bombe"],
])
  test(`the bomb has its button beside an attack with three dice, ${language}`, async () => {
    const ann = await strong(language);
    await choose(ann, "keep");
    await choose(ann, "place brazil 35");
    for (const state of ["Brazil", "Peru"])
      await ann.locator(`.touch[data-state="${state.toLowerCase()}"]`).dispatchEvent("click");
    const button = ann.locator(".bar").getByRole("button", { name: bomb, exact: true });
    await button.waitFor();
    await button.tap();
    await ann.locator(".bar .danger").waitFor();
    await leave(ann);
  });

for (const language of Object.keys(MISSION))
  test(`beside what to press on the map every button can be pressed, ${language}`, async () => {
    const ann = await strong(language);
    await choose(ann, "keep");
    await choose(ann, "place brazil 35");
    await ann.locator(".bar .go:disabled").waitFor();
    const buttons = await ann.locator(".bar button:enabled:visible").all();
    assert.ok(buttons.length >= 2, "to stop, and what I hold");
    for (const button of buttons) await button.tap({ trial: true });
    quiet(ann);
    await leave(ann);
  });

test("the whole map and back again, also where my states lie all over it", async () => {
  const ann = await laid("en", "duel", { "owner chile": 1, "owner guyana": 2 });
  const map = ann.locator(".felt > svg.map");
  const seen = () => map.getAttribute("viewBox");
  const moves = (before) =>
    ann.waitForFunction((old) => document.querySelector(".felt > svg.map").getAttribute("viewBox") !== old, before);
  for (const name of ["Whole map", "Closer", "Whole map"]) {
    const before = await seen();
    await ann.getByRole("button", { name, exact: true }).tap();
    await moves(before);
  }
  quiet(ann);
  await leave(ann);
});

test("a press on the small map shows that part, and the whole map leads back to it", async () => {
  const ann = await laid("en", "duel", { "owner chile": 1, "owner guyana": 2 });
  const seen = () => ann.locator(".felt > svg.map").getAttribute("viewBox");
  const until = (is, box) =>
    ann.waitForFunction(
      ([is, box]) => (document.querySelector(".felt > svg.map").getAttribute("viewBox") === box) === is,
      [is, box],
    );
  const small = ann.getByRole("button", { name: "Show another part" });
  const first = await seen();
  await small.tap({ position: { x: 40, y: 8 } });
  await until(false, first);
  const north = await seen();
  await small.tap({ position: { x: 60, y: 58 } });
  await until(false, north);
  const south = await seen();
  const top = (box) => Number(box.split(" ")[1]);
  assert.ok(top(south) > top(north), `${south} lies south of ${north}`);
  await ann.getByRole("button", { name: "Whole map", exact: true }).tap();
  await until(false, south);
  await ann.getByRole("button", { name: "Closer", exact: true }).tap();
  await until(true, south);
  quiet(ann);
  await leave(ann);
});

test("after a conquest the map stays where it was fought, though most attacks may begin elsewhere", async () => {
  const asia = ["kamchatka", "mongolia", "baikal", "siberia"].map((state) => [`tanks ${state}`, 9]);
  const others = { "owner peru": 1, "owner argentina": 1, "owner japan": 2, "owner yakutia": 2 };
  const ann = await laid("en", "seed", { ...others, ...Object.fromEntries(asia) }, { stock: "" }, 8);
  const shown = () =>
    ann.evaluate(() => {
      const [x, y, w, h] = document.querySelector(".felt > svg.map").getAttribute("viewBox").split(" ").map(Number);
      const { e, f } = document.querySelector('[data-plate="peru"]')?.transform.baseVal.consolidate().matrix ?? {};
      return e > x && e < x + w && f > y && f < y + h;
    });
  const press = (state) => ann.locator(`.touch[data-state="${state}"]`).dispatchEvent("click");
  const asks = (words) => ann.locator(".last .ask", { hasText: words }).waitFor();
  await press("brazil");
  await ann.getByRole("button", { name: /^Place \d+$/ }).tap();
  await asks("Attack");
  for (const state of ["brazil", "peru"]) await press(state);
  await ann.getByRole("button", { name: "Until it falls" }).tap();
  await ann.getByRole("button", { name: /^Move \d+ in$/ }).tap();
  await asks("Attack");
  assert.ok(await shown(), "Peru is seen");
  quiet(ann);
  await leave(ann);
});

test("the whole world on a phone shows all 42 armies, and one that may be chosen is pressed there", async () => {
  const ann = await laid("en", "seed", { "owner madagascar": 1, "owner japan": 2 });
  await ann.getByRole("button", { name: "Whole map", exact: true }).tap();
  const army = ann.locator(".felt > svg.map .plate");
  await army.nth(41).waitFor();
  const boxes = await army.evaluateAll((all) => all.map((one) => one.querySelector("rect").getBoundingClientRect()));
  assert.equal(boxes.length, 42);
  assert.ok(boxes.every((one) => one.x >= 0 && one.x + one.width <= PHONE.width));
  await ann.locator('.touch[data-state="congo"]').dispatchEvent("click");
  await ann.getByRole("button", { name: /^Place \d+$/ }).waitFor();
  quiet(ann);
  await leave(ann);
});

test("six dice lie beside the button of the whole map", async () => {
  const ann = await strong("en");
  await choose(ann, "keep");
  await choose(ann, "place brazil 35");
  await ann.keyboard.press("/");
  await ann.locator("#command").fill("attack brazil>peru 3");
  await ann.keyboard.press("Enter");
  const dice = ann.locator(".cast .die");
  await dice.first().waitFor();
  assert.equal(await dice.count(), 6);
  const [cast, tools] = await Promise.all([".cast", ".tools"].map((one) => ann.locator(one).boundingBox()));
  assert.ok(cast.x + cast.width < tools.x, `${cast.x + cast.width} < ${tools.x}`);
  quiet(ann);
  await leave(ann);
});

test("after a choice the map moves to the states that are still free", async () => {
  const free = ["alaska", "sahara", "madagascar", "japan", "east-australia"];
  const nobodys = free.flatMap((state) => [
    [`owner ${state}`, -1],
    [`tanks ${state}`, 0],
  ]);
  const ann = await laid("en", "classic", { "owner peru": 1, "owner congo": 2, ...Object.fromEntries(nobodys) });
  const { x, y, width, height } = await ann.locator('[data-plate="alaska"]').first().boundingBox();
  await ann.touchscreen.tap(x + width / 2, y + height / 2);
  await ann.locator(".bar .go", { hasText: "Choose Alaska" }).tap();
  await ann.waitForFunction(
    (states) =>
      states.some((state) => {
        const plate = document.querySelector(`.felt > svg [data-plate="${state}"]`);
        const { x, y } = plate?.getBoundingClientRect() ?? { x: -1, y: -1 };
        return plate?.textContent.startsWith("+") && x > 0 && x < innerWidth && y > 150 && y < 650;
      }),
    free.slice(1),
  );
  quiet(ann);
  await leave(ann);
});
