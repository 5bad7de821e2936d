// The lessons: every game's, to its end by the keyboard; another choice says why not; at the end a game begins.
import assert from "node:assert/strict";
import { test } from "node:test";
import { illegible } from "./legible.mjs";
import { call, quiet } from "./people.mjs";
import { leave, real } from "./real.mjs";

const house = real();

/** Press Enter until the lesson is over; the number of its steps. */
async function through(page) {
  const steps = await page.locator("aside li").count();
  const end = page.getByRole("button", { name: /^Play a game/ });
  for (let presses = 0; presses < 12 * steps && !(await end.isVisible()); presses++) {
    await page.keyboard.press("Enter");
    await page.waitForTimeout(60);
  }
  await end.waitFor({ timeout: 5000 });
  return steps;
}

test("every game has a lesson that leads to its end by Enter alone", async () => {
  const ann = await house.somebody();
  await ann.visit("/");
  for (const { game } of await call(ann, "GET", "/api/games")) {
    await ann.goto(`${house.server.origin}/learn/${game}`);
    await ann.locator("main[data-ready]").waitFor();
    await ann.locator(".sheet .line").waitFor();
    for (const part of (await ann.locator(".felt").count()) ? [".felt", ".sheet"] : [".sheet"])
      assert.deepEqual(await illegible(ann, part), [], game);
    const steps = await through(ann);
    assert.ok(steps >= 5 && steps <= 8, `${game}: ${steps} steps`);
  }
  quiet(ann);
  await leave(ann);
});

test("another choice says why not, U steps back, Esc leaves and the step is kept", async () => {
  const ann = await house.somebody();
  await ann.goto(`${house.server.origin}/learn/blitz31`);
  await ann.getByText("The seven makes it 24").waitFor();
  await ann.locator(".buttons").getByRole("button", { name: "Knock" }).click();
  await ann
    .getByText("“Knock” would be allowed. This step shows: One suit counts. Press the lit choice: Take 7")
    .waitFor();
  // The card on the table is lit as its button is, and does the same.
  await ann
    .locator(".felt")
    .getByRole("button", { name: /^seven of hearts, face up.*: Take 7/, pressed: true })
    .click();
  await ann.getByRole("button", { name: /^Discard 2/ }).click();
  await ann.getByRole("button", { name: "Next step" }).click();
  await ann.getByText("three suits are only 10").waitFor();
  await ann.keyboard.press("Escape");
  await ann.waitForURL(/\/rules\/blitz31$/);
  await ann.getByRole("link", { name: "Learn it by playing" }).click();
  await ann.getByText("three suits are only 10").waitFor();
  await ann.keyboard.press("u");
  await ann.getByText("The seven makes it 24").waitFor();
  quiet(ann);
  await leave(ann);
});

test("a card that is not the lit one gets its word too, and the light stays", async () => {
  const ann = await house.somebody();
  await ann.goto(`${house.server.origin}/learn/champz`);
  await ann.getByText("Play your Rushing Touchdown.").waitFor();
  const lit = ann.locator('.sprite .pick[aria-pressed="true"]');
  await ann.locator('.sprite .pick[aria-label^="Fumble"]').click();
  await ann.getByText("“Use Fumble” would be allowed. This step shows: Green counts in your lane.").waitFor();
  assert.match(await lit.getAttribute("aria-label"), /^Rushing TD/);
  await lit.click();
  await ann.getByRole("button", { name: "Next step" }).waitFor();
  assert.match(await ann.locator(".sheet .line").innerText(), /^Its six points count until/);
  quiet(ann);
  await leave(ann);
});

test("a card that can't be played is pressed by the learner, and says why", async () => {
  const ann = await house.somebody();
  await ann.goto(`${house.server.origin}/learn/champz`);
  await ann
    .locator("aside")
    .getByRole("button", { name: /Too late/ })
    .click();
  await ann.getByText("Your Tackle is dark: it can’t be played now. Press Tackle to read why.").waitFor();
  assert.equal(await ann.getByRole("button", { name: "Next step" }).count(), 0, "the touch comes first");
  await ann.locator('.sprite .pick[aria-label^="Tackle"]').click({ force: true });
  await ann.getByText("Too late for the cards that lie there").waitFor();
  await ann.getByRole("button", { name: "Next step" }).click();
  await ann.getByText("A Blitz takes a card").waitFor();
  quiet(ann);
  await leave(ann);
});

test("on a map every step begins with its choices", async () => {
  const ann = await house.somebody({ reduced: false, settings: JSON.stringify({ language: "en" }) });
  await ann.goto(`${house.server.origin}/learn/blitzwar`);
  const steps = ann.locator("aside li button");
  await steps.first().waitFor();
  for (let i = 0; i < (await steps.count()); i++) {
    await steps.nth(i).click();
    assert.doesNotMatch(await ann.locator(".buttons").innerText(), /Skip ahead|See what happens/, `step ${i + 1}`);
    assert.ok((await ann.locator(".buttons .button").count()) > 1);
  }
  quiet(ann);
  await leave(ann);
});

test("seats that choose at the same time do not choose for the learner", async () => {
  const ann = await house.somebody();
  await ann.goto(`${house.server.origin}/learn/egyptian-ratscrew`);
  await ann.locator("aside").getByRole("button", { name: /^2/ }).click();
  await ann.getByText("Two nines lie on each other").waitFor();
  await ann.locator(".buttons").getByRole("button", { name: /^Slap/ }).waitFor();
  await leave(ann);
});

test("on a phone the lesson fits, and ends in a game against a bot", async () => {
  const ann = await house.somebody({ width: 390, height: 844 });
  await ann.goto(`${house.server.origin}/learn/champz`);
  await ann.locator("main[data-ready]").waitFor();
  assert.deepEqual(await illegible(ann), []);
  assert.equal(await ann.evaluate(() => document.documentElement.scrollWidth), 390);
  await through(ann);
  await ann.keyboard.press("Enter");
  await ann.waitForURL(/\/r\//);
  await ann.locator("main").waitFor();
  quiet(ann);
  await leave(ann);
});

for (const size of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])
  test(`BlitzWar's lesson shows dice and cards, and answers a press on any state, ${size.width} px wide`, async () => {
    const ann = await house.somebody(size);
    await ann.goto(`${house.server.origin}/learn/blitzwar`);
    const line = ann.locator(".sheet .line");
    const press = async (state) => {
      const box = await ann.locator(`[data-plate="${state}"]`).boundingBox();
      await ann.mouse.click(box.x + box.width / 2, box.y + 8);
    };
    await ann.getByRole("button", { name: "Place 3 tanks in Peru" }).waitFor();
    // Venezuela is the other player's; Peru is the right one, and pressing it places the tanks.
    await press("venezuela");
    await ann.getByText("Tanks are placed only in your own states.").waitFor();
    await press("peru");
    await ann.getByRole("button", { name: "Next step" }).click();
    await ann.getByRole("button", { name: "Place 3 tanks in Peru" }).click();
    await ann.getByRole("button", { name: "Next step" }).click();
    // One press for the attacker, one for the target.
    await ann.getByRole("button", { name: "Attack Brazil from Peru with 3 dice" }).waitFor();
    await press("peru");
    await ann.getByText("Now press the other lit state.").waitFor();
    await press("brazil");
    await ann.getByRole("img", { name: "6 3 1 : 5 2 2" }).waitFor();
    for (const _ of [4, 5]) {
      await ann.getByRole("button", { name: "Next step" }).click();
      await ann.getByRole("button", { name: "Attack Brazil from Peru with 1 die" }).click();
    }
    await ann.getByRole("button", { name: "Next step" }).click();
    await ann.getByRole("button", { name: "Keep the cards" }).click();
    // The word about it stands under what the step asks.
    assert.match(await ann.locator(".sheet .wrong").innerText(), /^“Keep the cards” would be allowed\./);
    assert.doesNotMatch(await line.innerText(), /would be allowed/);
    await ann.getByRole("button", { name: "China", exact: true }).click();
    await ann.getByRole("button", { name: "Next step" }).click();
    // The bomb and then the dice; and after that a move, whose state alone moves nothing.
    await ann.getByRole("button", { name: /^Drop the nuclear bomb/ }).click();
    await ann.getByRole("button", { name: "Attack Brazil from Peru with 3 dice" }).click();
    await ann.getByRole("button", { name: "Next step" }).click();
    await ann.getByRole("button", { name: "Stop attacking" }).click();
    await ann.getByRole("button", { name: "Move 2 tanks from Peru to Brazil" }).waitFor();
    await press("peru");
    await ann.getByText("Now press the other lit state.").waitFor();
    await press("brazil");
    // It is the last step, and the map keeps its place while a press is answered.
    await ann.getByRole("button", { name: "Finish the lesson" }).waitFor();
    const high = () =>
      ann
        .locator(".stage")
        .first()
        .boundingBox()
        .then((box) => box.height);
    const before = await high();
    await press("brazil");
    await ann.getByText("This was the last step: finish the lesson.").waitFor();
    if (size.width > 600) assert.equal(await high(), before);
    quiet(ann);
    await leave(ann);
  });

test("home begins a first game by the rules that suit one, and its first line has the number 1", async () => {
  const page = await house.somebody();
  await page.visit("/");
  const tiles = page.locator(".tile", { has: page.getByText(/^First game/) });
  assert.deepEqual(await tiles.getByRole("heading").allInnerTexts(), ["War", "BlitzWar"]);
  await page.getByRole("button", { name: "First game: Skirmish" }).click();
  await page.waitForURL(/\/r\//);
  await page.locator(".callout.placed").first().waitFor();
  assert.equal((await call(page, "GET", `/api/rooms/${page.url().split("/").at(-1)}`)).preset, "duel");
  assert.equal(await page.locator(".callout.placed .number").first().innerText(), "1");
  quiet(page);
  await leave(page);
});
