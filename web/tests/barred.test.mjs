// A first game of BlitzWar: a press that does nothing says why, and a card tells what its signs mean.
import { test } from "node:test";
import { call, quiet } from "./people.mjs";
import { leave, real } from "./real.mjs";

const house = real();

for (const size of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])
  test(`a press on another player's state says why not, and a card what it is, ${size.width} px wide`, async () => {
    const ann = await house.somebody(size);
    await ann.goto(`${house.server.origin}/learn/blitzwar`);
    await ann.locator("main[data-ready]").waitFor();
    const { room, url } = await call(ann, "POST", "/api/rooms", {
      game: "blitzwar",
      seats: 3,
      laid: { piles: { "hand 0": "japan JK1" }, state: { "owner madagascar": 2, "owner peru": 1, turn_of: 0 } },
      bots: { 1: "simple", 2: "simple" },
    });
    await call(ann, "POST", `/api/rooms/${room}/start`, {});
    await ann.visit(url);
    await ann.getByText("A third of 40 states: 13 tanks.").first().waitFor();
    const box = await ann.locator('[data-plate="madagascar"]').first().boundingBox();
    await ann.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await ann.locator(".tip .why", { hasText: "Tanks are placed only in your own states." }).waitFor();
    if (size.width < 600) await ann.locator("button.held").click();
    await ann.getByRole("button", { name: "Japan" }).click();
    await ann.getByText("Japan: an infantry. The number is the state’s points, 2.").waitFor();
    await ann.getByRole("button", { name: "a joker" }).click();
    await ann.getByText("A joker makes a set with two cards of one arm.").waitFor();
    quiet(ann);
    await leave(ann);
  });
