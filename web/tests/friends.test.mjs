// Three people and a bot at one table, on desks and a phone, with all that happens there. LONG=1: four games, else Blitz (31).
import assert from "node:assert/strict";
import { test } from "node:test";
import { illegible } from "./legible.mjs";
import { isOver, quiet, seated } from "./people.mjs";
import { leave, real } from "./real.mjs";

const house = real();
const { somebody } = house;
const LONG = process.env.LONG === "1";

/** Games by name: rules by which they end soon, whether somebody is asked in every turn, and the game that follows. */
const GAMES = [
  { game: "blitz31", wish: { options: { lives: 1 } }, asks: true, next: "Steal War" },
  { game: "champz", wish: {}, asks: true, next: "War" },
  { game: "war", wish: { bots: { 3: "random" }, options: { turn_cap: 40 } }, asks: false, next: "Blitz (31)" },
  { game: "blitzwar", wish: { preset: "duel", options: { rounds: 1 } }, asks: true, next: "Blitz Champz" },
];

/** Plays as a person who decides quickly; counts the presses that decide nothing where the table does not go on by itself. */
const plays = (page) =>
  page.evaluate(() => {
    window.needless ??= 0;
    clearInterval(window.playing);
    window.playing = setInterval(() => {
      document.querySelector("dialog[open] .go")?.click(); // what was missed is read
      const buttons = [...document.querySelectorAll(".bar .actions button")];
      if (buttons.some((one) => /Rematch|Paused|Take my seat/.test(one.textContent))) return;
      const stop = buttons.find((one) => /Stop|End the turn/.test(one.textContent) && !one.disabled);
      const knock = buttons.find((one) => /Knock/.test(one.textContent) && !one.disabled);
      const go = stop ?? knock ?? document.querySelector(".bar .go:not(:disabled)");
      if (!go) {
        // On a map a state is chosen first: in its list, as text.
        if (/Choose|Pick/.test(buttons[0]?.textContent ?? "")) {
          const state = document.querySelector(".list button[aria-disabled='false']");
          (state ?? document.querySelector("[aria-label='List of states']"))?.click();
        }
      } else if (!/Go on|Skip ahead/.test(go.textContent)) go.click();
      else if (!document.querySelector(".bar .ring, .bar .note"))
        window.needless += /Go on/.test(go.textContent) ? 1 : 0;
    }, 30);
  });
const rests = (page) => page.evaluate(() => clearInterval(window.playing));

for (const { game, wish, asks, next } of LONG ? GAMES : GAMES.slice(0, 1))
  test(
    `an evening of three people and a bot: ${game}, with a reload, a closed tab, a spectator, and another game`,
    { timeout: 900_000 },
    async () => {
      const [ann, ben] = [await somebody(), await somebody({ width: 390, height: 844, touch: true })];
      let cleo = await somebody({ theme: "light" });
      const dan = await somebody();
      const url = await seated({ game, seats: 4, bots: { 3: "simple" }, pace: 300, ...wish }, ann, ben, cleo);
      await dan.visit(`${url}?watch`);
      await dan.locator(".bar", { hasText: "You watch" }).waitFor();
      await ann.locator("header [title='1 watching']").waitFor();
      for (const page of [ann, ben, cleo, dan]) assert.deepEqual(await illegible(page), []);

      if (game === "blitz31") {
        // A card to discard has no target.
        await ann.locator(".bar .go").click();
        await ann.locator(".bar .note", { hasText: "a card" }).waitFor();
        assert.doesNotMatch(await ann.locator(".bar .note").first().innerText(), /target/);
      }

      // Ben loads the page again, and plays on.
      const told = () => ben.locator("[role=log]").innerText();
      const before = await told();
      await ben.reload();
      await ben.waitForSelector(".bar");
      assert.equal(await told(), before);

      // Cleo's tab is closed: the others see it, let a bot play where the game waits for her, and she has her seat back.
      const hers = cleo.context();
      await cleo.close();
      await ann.locator(".gone", { hasText: "tab closed" }).waitFor();
      for (const page of [ann, ben]) await plays(page);
      if (asks) {
        await ben.getByRole("button", { name: "Let a bot play now" }).click();
        await ann.getByText("has left the page.").waitFor();
        await ann.keyboard.press("b");
        await ann.locator(".stand-in", { hasText: "bot" }).waitFor();
      }
      cleo = await hers.newPage();
      cleo.said = [];
      await cleo.goto(house.server.origin + url);
      await cleo.waitForSelector(".bar");
      await ann.locator(".stand-in", { hasText: "bot" }).waitFor({ state: "detached" });
      await ann.locator(".gone").waitFor({ state: "detached" });

      for (const page of [ann, ben, cleo]) await plays(page);
      for (const page of [ann, ben, cleo, dan]) await isOver(page, 400_000);
      for (const page of [ann, ben, cleo]) assert.equal(await page.evaluate(() => window.needless), 0);
      for (const page of [ann, ben, cleo]) await rests(page);

      // The same people play another game; the spectator goes with them.
      await ben.locator(".bar button", { hasText: "Rematch" }).click();
      for (const page of [ann, cleo, dan]) await page.getByText(/wants a rematch, 1 of 3/).waitFor();
      await ann.getByRole("button", { name: /^Other games/ }).click();
      for (const page of [ann, ben, cleo, dan]) await page.waitForURL((to) => to.pathname !== url);
      for (const page of [ann, ben, cleo]) await page.getByText("Tonight").first().waitFor();
      await ann.locator(".tiles [role=radio]", { hasText: next }).first().click();
      await cleo.locator(".tiles [aria-checked=true]", { hasText: next }).waitFor();
      assert.equal(await dan.getByLabel("Your name").count(), 0, "who has watched still watches");

      // The host asks Ben to leave, and plays with Cleo.
      await ann
        .getByRole("button", { name: /^Ask Ben|^Ask .* to leave/ })
        .first()
        .click();
      await ann.getByLabel("A word to them").fill("See you tomorrow");
      await ann.getByRole("button", { name: "Ask to leave" }).click();
      await ben.getByText("See you tomorrow").waitFor();
      await ann.locator(".start").click();
      for (const page of [ann, cleo, dan]) await page.waitForSelector(".bar");
      for (const page of [ann, cleo, dan]) assert.deepEqual(await illegible(page), []);
      quiet(ann, cleo, dan);
      await leave(ann, ben, cleo, dan);
    },
  );
