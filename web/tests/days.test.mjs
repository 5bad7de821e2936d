// Games with days a move: the room offers their clocks, and the list of my games comes in the order of urgency.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, call, quiet, room } from "./people.mjs";
import { leave, real } from "./real.mjs";

const house = real();
const { somebody } = house;

test("a room takes days a move, and my games say how much time is left", async () => {
  const ann = await somebody();
  await room(ann, { game: "blitz31", bots: { 1: "simple" }, seats: 2 });
  const days = ann.getByRole("radiogroup", { name: "Days a move" });
  await days.getByRole("radio", { name: "3 d" }).click();
  await days.locator('[aria-checked="true"]', { hasText: "3 d" }).waitFor();
  assert.equal(await ann.getByRole("radiogroup", { name: "A choice takes at most" }).count(), 0);
  await days.getByRole("radio", { name: "6 h" }).click();
  await days.locator('[aria-checked="true"]', { hasText: "6 h" }).waitFor();
  await ann.locator(".start").click();
  await ann.waitForSelector(".bar");
  await ann.getByText("5:59", { exact: false }).or(ann.getByText("5 h")).first().waitFor();
  await ann.visit("/mine");
  const mine = ann.locator("li.mine");
  await mine.waitFor();
  assert.match(await ann.locator("h1").innerText(), /YOUR MOVE\s+IN ONE GAME|Your move\s+in one game/);
  assert.match(await mine.locator(".time").innerText(), /5 h/);
  assert.match(await mine.locator(".time .heard").textContent(), /5 hours left/);
  await accessible(ann);
  quiet(ann);
  await leave(ann);
});

test("a room without choices offers no days a move", async () => {
  const ann = await somebody();
  await room(ann, { game: "war", bots: { 1: "random" }, seats: 2 });
  await ann.getByRole("radiogroup", { name: "A choice takes at most" }).waitFor();
  assert.equal(await ann.getByRole("radiogroup", { name: "Days a move" }).count(), 0);
  const answer = await call(ann, "POST", "/api/rooms", { game: "war", clock: { choice: 86_400_000 } }).catch((e) => e);
  assert.match(JSON.stringify(answer?.detail ?? String(answer)), /days a move/);
  await leave(ann);
});

/** A browser whose push service cannot be reached from here: its subscription has keys of its own. */
const withKeys = async () => {
  const text = (bytes) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/[+/=]/g, (c) => ({ "+": "-", "/": "_" })[c] ?? "");
  PushManager.prototype.subscribe = async () => {
    const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
    const p256dh = text(await crypto.subtle.exportKey("raw", pair.publicKey));
    const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`;
    return { toJSON: () => ({ endpoint, keys: { p256dh, auth: text(crypto.getRandomValues(new Uint8Array(16))) } }) };
  };
};

test("a phone is called: the message is shown, and leads to the game", async (the) => {
  const ann = await somebody({ width: 390, height: 844, touch: true });
  await ann.visit("/");
  if (!(await call(ann, "GET", "/api/push")).available) return the.skip("the extra push is not installed");
  await ann.context().grantPermissions(["notifications"], { origin: house.server.origin });
  await ann.addInitScript(withKeys);
  const url = new URL(
    await room(ann, { game: "blitz31", bots: { 1: "simple" }, clock: { choice: 86_400_000 } }),
    house.server.origin,
  );
  await ann.locator(".start").click();
  await ann.waitForSelector(".bar");
  await ann.visit("/mine");
  const calling = ann.getByRole("region", { name: "When to call me" });
  const here = calling.getByRole("switch", { name: "On this device" });
  await here.click();
  await ann.waitForFunction(() => document.querySelector('[aria-labelledby="calling"] input:checked'));
  assert.equal((await call(ann, "GET", "/api/me/calling")).here, true);

  const devtools = await ann.context().newCDPSession(ann);
  const registered = new Promise((found) =>
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [one] }) => one && found(one)),
  );
  await devtools.send("ServiceWorker.enable");
  const { registrationId } = await registered;
  const deliver = (told) =>
    devtools.send("ServiceWorker.deliverPushMessage", {
      origin: house.server.origin,
      registrationId,
      data: JSON.stringify(told),
    });
  const told = { title: "Your move in Blitz (31)", body: "23 hours left.", url: url.pathname, tag: "r", waits: 1 };
  const shown = () =>
    ann.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body, data }) => ({ title, body, data }));
    });
  await deliver(told);
  await ann.waitForFunction(async () => (await (await navigator.serviceWorker.ready).getNotifications()).length > 0);
  const wanted = [{ title: told.title, body: "5 hours left.", data: { url: url.pathname } }];
  // A message of the developer tools may be lost: it is delivered again, and still replaces the first.
  for (let n = 0; n < 20 && JSON.stringify(await shown()) !== JSON.stringify(wanted); n++) {
    await deliver({ ...told, body: wanted[0].body });
    await ann.waitForTimeout(250);
  }
  assert.deepEqual(await shown(), wanted, "one message a game");

  await calling.getByRole("switch", { name: "Quiet hours" }).click();
  await calling.getByLabel("From").waitFor();
  assert.deepEqual((await call(ann, "GET", "/api/me/calling")).quiet, { start: 1320, end: 480 });
  await calling.getByRole("button", { name: "Plan" }).click();
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await calling.getByLabel("First day").fill(soon);
  await calling.getByRole("button", { name: "Add" }).click();
  await calling.getByText("29 of 30 days left this year").or(calling.getByText("30 of 30 days left")).waitFor();
  await calling.getByRole("button", { name: "Take back" }).waitFor();
  await accessible(ann);
  assert.equal(await ann.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  if (process.env.PICTURES) await ann.screenshot({ path: `${process.env.PICTURES}/days-phone.png`, fullPage: true });
  await calling.getByRole("button", { name: "Take back" }).click();
  await calling.getByText("30 of 30 days left").waitFor();
  await here.click();
  await ann.waitForFunction(() => !document.querySelector('[aria-labelledby="calling"] label input:checked'));
  assert.equal((await call(ann, "GET", "/api/me/calling")).here, false);
  quiet(ann);
  await leave(ann);
});
