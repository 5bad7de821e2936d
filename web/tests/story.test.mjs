// The story of a finished game in a real browser: its chart under the hand, and its map under the wheel.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixtures } from "./fixtures.mjs";

const { table } = fixtures();
const turn = (page) => page.locator(".scrub output").innerText().then(Number);

test("a press in the chart goes to that turn, a drag along the turns, on a chart that begins with the first change", async () => {
  const page = await table("/fixture/blitzwar?story=40");
  await page.getByText("Turns 1 to 28, which changed nothing, are left out.").waitFor();
  const last = Number(await page.locator(".scrub input").getAttribute("max"));
  const at = (x) => 28 + Math.round((x / 1280) * (last - 28));
  const seen = [];
  for (const y of [300, 452]) {
    await page.mouse.click(200, y);
    seen.push(await turn(page));
    await page.mouse.move(300, y);
    await page.mouse.down();
    await page.mouse.move(500, y, { steps: 4 });
    seen.push(await turn(page));
    await page.mouse.up();
    await page.mouse.move(900, y);
    seen.push(await turn(page));
  }
  assert.deepEqual(seen, [at(200), at(500), at(500), at(200), at(500), at(500)]);
  await page.keyboard.press("Home");
  assert.equal(await turn(page), 0, "the turns before are there by keys");
  assert.deepEqual(page.said, []);
});

test("a finger on the axis goes along the turns, a tap in the chart goes to its turn", async () => {
  const page = await table("/fixture/war?story=114&open=war-open", { width: 390, height: 844, touch: true });
  await page.locator(".scrub output").waitFor();
  const { y } = await page.locator(".axis").boundingBox();
  await page.touchscreen.tap(195, y - 60);
  assert.equal(await turn(page), 85);
  await page.touchscreen.tap(39, y);
  assert.equal(await turn(page), 17);
  assert.deepEqual(page.said, []);
});

test("the wheel over the map of a story scrolls the page, and with Ctrl it zooms", async () => {
  const page = await table("/fixture/blitzwar?story=40");
  const map = page.locator("svg.map");
  const box = () => map.getAttribute("viewBox");
  await map.hover({ position: { x: 300, y: 100 } });
  const [whole, top] = [await box(), await page.evaluate(() => scrollY)];
  await page.mouse.wheel(0, 80);
  await page.waitForFunction((top) => scrollY > top, top);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, 80);
  await page.mouse.wheel(0, -240);
  await page.waitForFunction((whole) => document.querySelector("svg.map").getAttribute("viewBox") !== whole, whole);
  await page.keyboard.up("Control");
  assert.deepEqual(page.said, []);
});

test("the turning points of a game are the same on every screen, and the heading says what they moved", async () => {
  const lists = [];
  for (const [width, query] of [
    [1280, "story=35"],
    [390, "story=1"],
  ]) {
    const page = await table(`/fixture/blitzwar?${query}`, { width, height: 844 });
    await page.getByText("the turns that changed most on the table").waitFor();
    lists.push(await page.locator(".points b").allInnerTexts());
  }
  assert.deepEqual(lists[0], lists[1]);
  assert.ok(lists[0].includes("29") && lists[0].includes("30"), lists[0].join());
});

test("the hands of a story on a map lie below the map, each named, and cover none of it", async () => {
  const page = await table("/fixture/blitzwar?story=40", { width: 1280, height: 800 });
  const hand = page.getByRole("list", { name: "Open hands" }).getByRole("listitem");
  await hand.first().waitFor();
  assert.match(await hand.first().innerText(), /You/);
  const [map, first] = [await page.locator("svg.map").boundingBox(), await hand.first().boundingBox()];
  assert.ok(first.y >= map.y + map.height, `hands at ${first.y}, the map ends at ${map.y + map.height}`);
  assert.equal(await page.locator(".stage .hand").count(), 0);
  assert.deepEqual(page.said, []);
});

test("a story that plays by itself shows each turn to its end before the next", async () => {
  const page = await table("/fixture/blitzwar?story=30");
  await page.getByRole("button", { name: "8×" }).click();
  const board = () =>
    page.evaluate(() => [...document.querySelectorAll("svg.map .plate")].map((one) => one.textContent).join());
  await page.evaluate(() => {
    window.lastSeen = {};
    const look = () => {
      const plates = [...document.querySelectorAll("svg.map .plate")].map((one) => one.textContent).join();
      window.lastSeen[document.querySelector(".scrub output").textContent] = plates;
      requestAnimationFrame(look);
    };
    look();
  });
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForFunction(() => Number(document.querySelector(".scrub output").textContent) >= 33);
  await page.getByRole("button", { name: "Pause" }).click();
  const seen = await page.evaluate(() => ({ ...window.lastSeen }));
  for (const wanted of [32, 31]) {
    while ((await turn(page)) > wanted) await page.keyboard.press("ArrowLeft");
    assert.equal(seen[wanted], await board(), `turn ${wanted}`);
  }
  assert.deepEqual(page.said, []);
});
