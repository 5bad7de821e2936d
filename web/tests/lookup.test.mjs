// A first game without a question unanswered: a card says what it does and why it can't be played, and icons have words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, call, quiet, seated } from "./people.mjs";
import { leave, real } from "./real.mjs";

const house = real();

/** A table of Champz, laid by hand: B's kick was just placed; A holds a Tackle, which does not remove it. */
async function champz(options, more = {}, hand = "TACKLE FUMBLE EXTRA-POINT") {
  const ann = await house.somebody(options);
  const ben = await house.somebody();
  await ann.visit("/");
  const piles = {
    "hand 0": hand,
    "hand 1": "END-OF-QUARTER",
    "field 1": "FIELD-GOAL",
    stock: "FUMBLE TD-RUN",
  };
  await seated({ game: "champz", seats: 2, laid: { piles, state: { "just_played 1": 1 }, ...more } }, ann, ben);
  await ann.locator(".bar .go", { hasText: "Play Extra Point" }).waitFor();
  return [ann, ben];
}
const card = (page, name) => page.locator(`.sprite .pick[aria-label^="${name}, yours"]`).first();
const note = (page) => page.locator(".card-note");

/** The clause that a note names opens beside the table. */
async function openClause(page, press = "click") {
  const [rules] = await Promise.all([page.context().waitForEvent("page"), note(page).getByRole("link")[press]()]);
  await rules.waitForURL(/\/rules\/champz\/BC-026/);
  await rules.close();
}

test("whoever would win is named beside what the raised card does", async () => {
  const ann = await house.somebody();
  await ann.visit("/");
  const { room, url } = await call(ann, "POST", "/api/rooms", {
    game: "champz",
    seats: 2,
    bots: { 1: "simple" },
    laid: {
      piles: { "hand 0": "TACKLE", "hand 1": "FUMBLE", "field 1": "TD-RUN TD-RUN TD-PASS FIELD-GOAL", stock: "FUMBLE" },
      state: { "just_played 1": 1 },
    },
  });
  await call(ann, "POST", `/api/rooms/${room}/start`, {});
  await ann.visit(url);
  await ann.locator(".effect .ask", { hasText: "Bot 1 has 21 points: take points away now, or Bot 1 wins." }).waitFor();
  quiet(ann);
  await leave(ann);
});

test("of two equal cards the one that was raised stays raised while a dark one is read", async () => {
  const [ann, ben] = await champz({}, {}, "TACKLE FUMBLE EXTRA-POINT EXTRA-POINT");
  const points = ann.locator('.sprite .pick[aria-label^="Extra Point, yours"]');
  const raised = () => points.evaluateAll((all) => all.map((one) => one.getAttribute("aria-pressed")));
  await card(ann, "Fumble").click();
  await points.last().click();
  assert.deepEqual(await raised(), ["false", "true"]);
  await card(ann, "Tackle").click({ force: true });
  await note(ann).waitFor();
  assert.deepEqual(await raised(), ["false", "true"]);
  quiet(ann, ben);
  await leave(ann, ben);
});

test("a dark card that is pressed says why it can't be played, by mouse, by key and to a screen reader", async () => {
  const [ann, ben] = await champz();
  const tackle = card(ann, "Tackle");
  const why = "This card doesn’t remove a Field Goal: a Blocked Kick does.";
  assert.equal(await tackle.getAttribute("aria-disabled"), "true");
  assert.match(await tackle.getAttribute("aria-label"), new RegExp(why));
  await tackle.click({ force: true });
  await note(ann).getByText(why).waitFor();
  await note(ann).getByText(": removes").waitFor();
  assert.match(await note(ann).innerText(), /^Tackle: removes a Rushing Touchdown or a Conversion/);
  assert.equal(await note(ann).getByRole("link").getAttribute("href"), "/rules/champz/BC-026");
  await accessible(ann);
  await openClause(ann);
  await ann.keyboard.press("Escape");
  await note(ann).getByText(why).waitFor({ state: "detached" });
  await ann.mouse.move(5, 300);
  await ann.keyboard.press("1"); // the first card of the hand
  await note(ann).getByText(why).waitFor();
  await ann.keyboard.press("Escape");
  await tackle.focus();
  await ann.keyboard.press("Tab");
  await ann.keyboard.press("Shift+Tab"); // the focus comes by the keyboard
  await note(ann).getByText(why).waitFor();
  // When Ann has played, her cards say whose turn it is.
  await ann.locator(".bar .go").click();
  await ann.locator(".bar", { hasText: "is choosing" }).waitFor();
  await card(ann, "Tackle").click({ force: true });
  await note(ann)
    .getByText(/It isn’t your turn: .* is choosing\./)
    .waitFor();
  // A question has the colour of the seat that is asked, not that of the first one.
  const asked = ben.locator("p.ask");
  await asked.waitFor();
  const colours = await asked.evaluate((ask) => {
    const other = ask.cloneNode();
    ask.parentNode.append(other);
    return [1, 0].map((seat) => {
      other.style.color = `var(--bright-${seat})`;
      return getComputedStyle(other).color === getComputedStyle(ask).color;
    });
  });
  assert.deepEqual(colours, [true, false]);
  quiet(ann, ben);
  await leave(ann, ben);
});

test("a card that is pointed at or held says what it does, and is not played", async () => {
  const [ann, ben] = await champz();
  await card(ann, "Fumble").hover();
  await note(ann).getByText("Fumble: the other player is skipped: the next turn is yours too.").waitFor();
  await ann.mouse.move(5, 300);
  await ann.locator('.laid[data-pile="field 1"]').click();
  await note(ann).getByText("Field Goal: 3 points; a Blocked Kick removes it.").waitFor();
  await leave(ann, ben);

  const [cleo, dan] = await champz({ width: 390, height: 844, touch: true });
  const box = await card(cleo, "Fumble").boundingBox();
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const finger = await cleo.context().newCDPSession(cleo);
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
  await note(cleo).getByText("Fumble: the other player is skipped: the next turn is yours too.").waitFor();
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await note(cleo).getByText("Fumble: the other player is skipped: the next turn is yours too.").waitFor();
  assert.ok(await cleo.locator(".bar .go", { hasText: "Play Extra Point" }).isVisible(), "it is still to be played");
  const [there, felt] = await Promise.all([note(cleo).boundingBox(), cleo.locator(".felt").boundingBox()]);
  assert.ok(there.x >= 0 && there.x + there.width <= felt.width, "the note is on the phone");
  await card(cleo, "Tackle").tap({ force: true });
  await openClause(cleo, "tap");
  await cleo.locator('.laid[data-pile="field 1"]').tap();
  await note(cleo).getByText("It was laid last, so it can be removed now: that is what its frame means.").waitFor();
  quiet(cleo, dan);
  await leave(cleo, dan);
});

test("on a phone every tool of the menu has its word, and help says what the cards do", async () => {
  const [ann, ben] = await champz({ width: 390, height: 844, touch: true });
  await ann.getByRole("button", { name: "More" }).first().tap();
  const tools = ann.getByRole("group", { name: "More" });
  await tools.getByText("Help").waitFor();
  for (const one of await tools.locator(":scope > .button, :scope > .sound").all())
    assert.match(await one.innerText(), /\p{L}{3}/u);
  assert.equal(await ann.evaluate(() => document.documentElement.scrollWidth), 390);
  await tools.getByText("Help").tap();
  await ann.getByRole("heading", { name: "The cards" }).waitFor();
  await ann.getByText("8 points; only a Blitz takes it").waitFor();
  assert.ok(!(await ann.getByRole("heading", { name: "Keys" }).isVisible()), "a phone has no keys");
  quiet(ann, ben);
  await leave(ann, ben);
});
