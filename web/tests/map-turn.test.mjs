// A turn of BlitzWar on a desk: what lies where, what Enter does, and what is told while there is nothing to choose.
import assert from "node:assert/strict";
import { test } from "node:test";
import { call, quiet } from "./people.mjs";
import { leave, real } from "./real.mjs";

const house = real();
const FEW = { "owner argentina": 2, "owner peru": 1, "tanks peru": 1, "owner madagascar": 2 };

/** Ann's turn at a table laid by hand, where she has all the states that are not named. */
async function laid(hand, state = FEW) {
  const ann = await house.somebody();
  await ann.visit("/settings");
  const { room, url } = await call(ann, "POST", "/api/rooms", {
    game: "blitzwar",
    seats: 3,
    laid: { piles: { "hand 0": hand }, state: { turn_of: 0, ...state } },
    bots: { 1: "simple", 2: "simple" },
  });
  await call(ann, "POST", `/api/rooms/${room}/start`, {});
  await ann.visit(url);
  return ann;
}

const first = (page) => page.locator(".bar .go");
const asks = (page, text) => page.locator("[role=log]").getByText(text).waitFor();

async function press(page, state) {
  const { x, y, width, height } = await page.locator(`[data-plate="${state}"]`).first().boundingBox();
  await page.mouse.click(x + width / 2, y + height / 2);
}

/** Boxes of which two lie on each other, by more than a pixel. */
const meets = (a, b) =>
  Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 1 &&
  Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 1;

test("no button of the bar lies under the hint, and after a trade Enter keeps the cards", async () => {
  const ann = await laid("japan kamchatka madagascar new-guinea brazil egypt");
  await first(ann).filter({ hasText: "Trade" }).waitFor();
  // Every card is seen whole, and those who want another set read how.
  const [panel, bomb] = await Promise.all(
    [ann.locator("aside"), ann.locator(".cards > *").last()].map((one) => one.boundingBox()),
  );
  assert.ok(bomb.x + bomb.width <= panel.x + panel.width, JSON.stringify(bomb));
  await ann.getByText("For another set, press its three cards.").waitFor();
  await ann.keyboard.press("Enter");
  await first(ann).filter({ hasText: "Keep the cards" }).waitFor();
  await ann.keyboard.press("Enter");
  await asks(ann, "Where do the tanks go?");
  assert.equal(await ann.locator(".phases li", { hasText: "Trade" }).locator("svg").count(), 1);
  await leave(ann);
  const ben = await laid("japan kamchatka madagascar new-guinea");
  await first(ben).filter({ hasText: "Trade" }).waitFor();
  const buttons = await Promise.all((await ben.locator(".bar button").all()).map((one) => one.boundingBox()));
  assert.equal(buttons.length, 4);
  buttons.forEach((one, i) =>
    assert.ok(!buttons.slice(0, i).some((other) => meets(one, other)), JSON.stringify(buttons)),
  );
  quiet(ben);
  await leave(ben);
});

test("a hand without a set is kept by itself once that is read, and the bomb is told about while it is pointed at", async () => {
  const ann = await laid("japan kamchatka madagascar");
  await asks(ann, "No set among your cards: they are kept.");
  const since = Date.now();
  await asks(ann, "Where do the tanks go?");
  assert.ok(Date.now() - since > 1000, "it is read");
  assert.equal(await ann.locator(".phases li svg").count(), 0, "nothing has been traded");
  const note = ann.locator("aside .note");
  await ann.locator(".cards button").last().hover();
  await note.filter({ hasText: "The nuclear bomb, once a game" }).waitFor();
  await ann.mouse.move(30, 300);
  await note.waitFor({ state: "detached" });
  // A second press leaves the state chosen; its name lies under no plate.
  for (const _ of [1, 2]) await press(ann, "greenland");
  await first(ann).filter({ hasText: "Place 32 in Greenland" }).waitFor();
  const map = ann.locator("svg.map").first();
  const [name, plate] = await Promise.all(
    [map.locator(".name", { hasText: "Greenland" }), map.locator('[data-plate="iceland"]')].map((one) =>
      one.boundingBox(),
    ),
  );
  assert.ok(!meets(name, plate), JSON.stringify([name, plate]));
  quiet(ann);
  await leave(ann);
});

test("the dice lie beside the tanks that stand on the map, and leave once tanks are moved", async () => {
  for (let tries = 0; ; tries++) {
    assert.ok(tries < 12, "no attack succeeds");
    const ann = await laid("japan", { ...FEW, "tanks brazil": 3 });
    await press(ann, "alaska");
    await ann.keyboard.press("Enter");
    await first(ann).filter({ hasText: "Press one of your states" }).waitFor();
    for (const state of ["brazil", "peru"]) await press(ann, state);
    await ann.keyboard.press("Enter");
    // A roll that fails is seen only while it is shown: the log keeps it.
    const told = await ann.locator("[role=log]").getByText("You attack Peru from Brazil").innerText();
    if (!told.includes("destroyed 1")) {
      await leave(ann);
      continue;
    }
    const fight = ann.locator(".felt .fight");
    await fight.getByText("2 tanks had to move in: as many as dice were rolled").waitFor();
    assert.deepEqual(await fight.locator(".count").allInnerTexts(), ["1", "2"]);
    // Nothing is chosen any more: Brazil has one tank left.
    assert.equal(await ann.locator("svg.map").first().locator(".chosen").count(), 0);
    await ann.keyboard.press("s");
    await asks(ann, "Move tanks before the turn ends?");
    assert.equal(await fight.count(), 0);
    quiet(ann);
    await leave(ann);
    return;
  }
});
