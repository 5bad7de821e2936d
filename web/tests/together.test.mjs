// Tables of several people, each in a browser of their own: no needless presses, and closed tabs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isOver, quiet, seated } from "./people.mjs";
import { leave, real } from "./real.mjs";

const house = real();
const { somebody } = house;

/** Makes my choices as they lie chosen. Any other button is left alone, and counted if nothing else can be pressed. */
const chooses = (page) =>
  page.evaluate(() => {
    window.playing = setInterval(() => {
      const go = document.querySelector(".bar .go:not(:disabled)");
      if (go && !/Go on|Skip ahead|Rematch/.test(go.textContent)) go.click();
    }, 20);
  });

for (const [game, wish] of [
  ["blitz31", { options: { lives: 1 }, pace: 300 }],
  ["champz", {}],
])
  test(`three people and a bot play ${game} to the end by their choices alone`, { timeout: 300_000 }, async () => {
    const people = [await somebody(), await somebody({ width: 390, height: 844 }), await somebody()];
    await seated({ game, seats: 4, bots: { 3: "simple" }, ...wish }, ...people);
    for (const page of people) await chooses(page);
    for (const page of people) await isOver(page, 240_000);
    quiet(...people);
    await leave(...people);
  });

test("a closed tab is seen, the others let a bot play, and who comes back has the seat", async () => {
  const [ann, ben, cleo] = [await somebody(), await somebody(), await somebody({ width: 390, height: 844 })];
  const url = await seated({ game: "blitz31", seats: 3 }, ann, ben, cleo);
  const context = ann.context();
  await ann.close();
  await ben.locator(".gone", { hasText: "tab closed" }).waitFor();
  await ben.getByText("has left the page.").waitFor();
  await ben.getByText("2 votes for the same choice are needed").waitFor();
  await cleo.getByRole("button", { name: "Let a bot play now" }).click();
  await ben.locator(".absence .letter").waitFor(); // whose vote it is
  assert.equal(await ben.locator(".stand-in", { hasText: "bot" }).count(), 0);
  await ben.keyboard.press("b");
  await ben.locator(".stand-in", { hasText: "bot" }).waitFor();
  await ben.locator(".absence").waitFor({ state: "detached" });
  const again = await context.newPage();
  await again.goto(house.server.origin + url);
  await ben.locator(".stand-in", { hasText: "bot" }).waitFor({ state: "detached" });
  await ben.locator(".gone").waitFor({ state: "detached" });
  quiet(ann, ben, cleo);
  await leave(again, ben, cleo);
});
