// While I was away: the turns that I missed, one after the other on the table, and which of them a bot played for me.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, call, quiet, seated } from "./people.mjs";
import { leave, real } from "./real.mjs";

const house = real();
const { somebody } = house;
const PHONE = { width: 390, height: 844, touch: true };

/** Plays for a person until this turn has begun, and no further: by the first button, or the first state of the list. */
const playsUntil = (page, turn) =>
  page.evaluate((turn) => {
    const over = () =>
      Math.max(
        0,
        ...[...document.querySelectorAll(".log .turn, .log .turn-number b")].map((one) => Number(one.textContent)),
      );
    return new Promise((done) => {
      const playing = setInterval(() => {
        if (over() >= turn) {
          clearInterval(playing);
          return done();
        }
        const buttons = [...document.querySelectorAll(".bar .actions button")];
        const stop = buttons.find((one) => /Stop|End the turn/.test(one.textContent) && !one.disabled);
        const go = stop ?? document.querySelector(".bar .go:not(:disabled)");
        if (go) go.click();
        else if (/Choose|Pick/.test(buttons[0]?.textContent ?? ""))
          (
            document.querySelector(".list button[aria-disabled='false']") ??
            document.querySelector("[aria-label='List of states']")
          )?.click();
      }, 20);
    });
  }, turn);

for (const [game, wish, looks] of [
  ["blitz31", { seats: 2, options: { lives: 6 } }, ".sprite"],
  ["blitzwar", { preset: "duel", seats: 3, bots: { 2: "simple" } }, "svg.map"],
])
  for (const [where, window] of [
    ["desk", {}],
    ["phone", PHONE],
  ])
    test(`what I missed is seen on the table, and a bot's turns for me are marked: ${game}, ${where}`, async () => {
      const [ann, ben] = [await somebody(window), await somebody()];
      const url = await seated({ game, pace: 0, ...wish }, ann, ben);
      // A bot plays for Ann from now on; she has left her page, and Ben goes on.
      await call(ann, "POST", `/api${url.replace("/r/", "/rooms/")}/leave`);
      await ann.visit("/settings");
      await playsUntil(ben, 7);
      await ann.visit(url);
      const missed = ann.locator("dialog", { hasText: "While you were away" });
      await missed.getByText(/As it was \d+ s ago/).waitFor();
      await missed.locator(`.table ${looks}`).first().waitFor();
      assert.match(await missed.locator(".past").innerText(), /step 1 of \d+/);
      assert.ok((await missed.locator(".bot", { hasText: "bot for you" }).count()) >= 2);
      assert.equal(await missed.locator(".bot", { hasText: "bot for " }).count(), await missed.locator(".bot").count());
      // Ben has chosen for himself.
      const his = missed.locator("li", { has: ann.locator(".letter", { hasText: "B" }) });
      assert.ok((await his.count()) >= 2);
      assert.equal(await his.locator(".bot", { hasText: "bot for you" }).count(), 0);

      /** The turn, and what its table looks like. */
      const seen = async () => [
        await missed.locator(".table").getAttribute("data-turn"),
        await missed.locator(".table").innerHTML(),
      ];
      const first = await seen();
      await ann.keyboard.press("ArrowRight");
      await missed.getByText(/step 2 of/).waitFor();
      const second = await seen();
      assert.equal(Number(second[0]), Number(first[0]) + 1);
      assert.notEqual(second[1], first[1], "another table");
      await missed.getByRole("button", { name: "Back", exact: true }).click();
      assert.equal((await seen())[0], first[0]);
      const { width, height } = await missed.locator(".table").boundingBox();
      assert.ok(width >= 350 && height >= 200, `${width} x ${height}`);
      await accessible(ann);
      await ann.keyboard.press("End");
      await missed.waitFor({ state: "detached" });
      assert.ok(await ann.locator(".bar").isVisible());
      quiet(ann, ben);
      await leave(ann, ben);
    });
