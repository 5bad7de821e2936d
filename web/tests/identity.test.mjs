// One person in two browsers: the code, the list of devices, signing out, and deletion.
import assert from "node:assert/strict";
import { test } from "node:test";
import { call, person, quiet } from "./people.mjs";
import { leave, real } from "./real.mjs";

const house = real();
const { somebody } = house;
const PHONE = { width: 360, height: 740, touch: true };

test("a code makes a new browser the same person, and one press signs it out again", async () => {
  const ann = await somebody();
  await ann.visit("/settings");
  await ann.getByLabel("Your name", { exact: true }).fill("Ann");
  await ann.getByLabel("Your name", { exact: true }).blur();
  await ann.getByRole("button", { name: "Show a code" }).click();
  const code = await ann.locator(".code [aria-hidden]").textContent();
  assert.match(code, /^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/);
  await ann.getByRole("img", { name: /^QR code/ }).waitFor();
  const left = await ann.getByRole("timer").getAttribute("aria-label");
  assert.match(left, /^(10:00|9:\d\d) left$/);

  const phone = await somebody(PHONE);
  await phone.visit(`/link/${code.replace("-", "").toLowerCase()}`);
  await phone.getByRole("heading", { name: "Play here as Ann?" }).waitFor();
  assert.deepEqual(await phone.context().cookies(), [], "no guest is made to be thrown away");
  await phone.getByRole("button", { name: "Play as Ann" }).click();
  await phone.waitForURL("**/mine");
  assert.equal((await call(phone, "GET", "/api/me")).player, (await call(ann, "GET", "/api/me")).player);

  await ann.visit("/settings");
  const out = ann.getByRole("button", { name: /^Sign out/ });
  await out.waitFor();
  assert.equal(await out.count(), 1, "this browser itself has no such button");
  await out.click();
  await out.waitFor({ state: "detached" });
  await assert.rejects(call(phone, "GET", "/api/me"), /401/);

  await phone.visit(`/link/${code}`);
  await phone.getByRole("heading", { name: "This code doesn't work." }).waitFor();
  quiet(ann);
  await leave(ann, phone);
});

test("who has games in the browser is warned, and deletion asks for the name", async () => {
  const ann = await somebody();
  await ann.visit("/settings");
  const { code } = await call(ann, "POST", "/api/me/devices");
  const ben = await somebody();
  await ben.visit("/settings");
  await call(ben, "POST", "/api/rooms", { game: "war" });
  await ben.visit(`/link/${code}`);
  await ben.getByText("will no longer be reachable here").waitFor();

  await ann.getByRole("button", { name: "Delete…" }).click();
  const sure = ann.getByRole("dialog").getByRole("button", { name: "Delete me" });
  assert.ok(await sure.isDisabled());
  const { name } = await call(ann, "GET", "/api/me");
  await ann.getByLabel(/^Type your name/).fill(name);
  await sure.click();
  await ann.waitForURL((url) => url.pathname === "/");
  await ann.visit("/settings");
  assert.notEqual((await call(ann, "GET", "/api/me")).player, undefined);
  quiet(ann);
  quiet(ben);
  await leave(ann, ben);
});

test("a passkey gives a person back who has lost every device", async () => {
  // Browsers have no passkeys at a bare address.
  const ann = await person(house.chrome, house.server.origin.replace("127.0.0.1", "localhost"));
  const authenticator = await virtualAuthenticator(ann);
  await ann.visit("/settings");
  const { player } = await call(ann, "GET", "/api/me");
  await call(ann, "POST", "/api/rooms", { game: "war" });
  await ann.getByRole("button", { name: "Add a passkey" }).click();
  await ann.getByText(/^Passkey added, /).waitFor();
  assert.equal((await call(ann, "GET", "/api/me/passkeys")).length, 1);
  assert.equal((await authenticator.credentials()).length, 1);

  await ann.context().clearCookies();
  await ann.evaluate(() => localStorage.removeItem("threedown.guest"));
  await ann.visit("/");
  await ann.getByRole("button", { name: /^I lost my devices/ }).click();
  await ann.waitForURL("**/mine");
  assert.equal((await call(ann, "GET", "/api/me")).player, player);

  await ann.visit("/settings");
  await ann.getByRole("button", { name: /^I lost my devices/ }).click();
  await ann.getByText("will no longer be reachable here").waitFor();
  await ann.getByRole("button", { name: /^Remove/ }).click();
  await ann.getByRole("button", { name: "Add a passkey" }).waitFor();
  await ann.getByRole("button", { name: "Sign in with a passkey all the same" }).click();
  await ann.getByRole("alert").getByText("doesn't know this passkey").waitFor();
  assert.equal((await call(ann, "GET", "/api/me")).player, player);
  await leave(ann);
});

test("a browser or a server without passkeys offers none", async () => {
  const old = await somebody();
  await old.addInitScript(() => delete window.PublicKeyCredential);
  const here = await somebody();
  await here.route("**/api/passkeys", (route) => route.fulfill({ json: { available: false } }));
  for (const page of [old, here]) {
    await page.visit("/settings");
    await page.getByText("1 signed in").waitFor();
    assert.equal(await page.getByText("Passkey", { exact: true }).count(), 0);
    quiet(page);
  }
  await leave(old, here);
});

/** An authenticator of Chromium's own in the page's browser, which says yes to everything. */
async function virtualAuthenticator(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () => (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
  };
}
