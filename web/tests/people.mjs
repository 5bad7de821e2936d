// People at the page of a real server, each in a separate browser profile, and their actions.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** Bots and cards move at once: a test looks at what is, not at how it comes. */
const FAST = JSON.stringify({ speed: null, language: "en" });

export async function person(
  chrome,
  origin,
  { width = 1280, height = 800, theme = "dark", touch = false, reduced = true, settings = FAST } = {},
) {
  const context = await chrome.newContext({
    viewport: { width, height },
    colorScheme: theme,
    hasTouch: touch,
    reducedMotion: reduced ? "reduce" : "no-preference",
  });
  await context.addInitScript(
    (kept) => localStorage.getItem("threedown") ?? localStorage.setItem("threedown", kept),
    settings,
  );
  // What decided a game is worked out for minutes: a test that is not about it waits for nothing of it.
  await context.route("**/api/rooms/*/analysis", (route) =>
    route.fulfill({ json: { state: "waiting", done: 0, of: 1, found: null } }),
  );
  await context.route("**/api/rooms/*/luck", (route) => route.fulfill({ json: { state: "done", seat: 0, text: "" } }));
  await context.route("**/api/lab/effects", (route) =>
    route.fulfill({ json: { state: "failed", done: 0, of: 0, found: null } }),
  );
  const page = await context.newPage();
  page.said = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && page.said.push(message.text()));
  page.on("pageerror", (error) => page.said.push(String(error)));
  page.on("request", (request) => new URL(request.url()).origin === origin || page.said.push(`asks ${request.url()}`));
  page.visit = async (path) => {
    await page.goto(origin + path);
    await page.waitForSelector("[data-ready]");
  };
  return page;
}

/** A call of the API as this person, for what a test does not look at. */
export function call(page, method, path, body) {
  return page.evaluate(
    async ([method, path, body]) => {
      const answer = await fetch(path, {
        method,
        headers: { "content-type": "application/json" },
        body: body && JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
      return answer.json();
    },
    [method, path, body],
  );
}

/** Opens a room and sits in it. */
export async function room(page, wish) {
  await page.visit("/settings");
  const { url } = await call(page, "POST", "/api/rooms", wish);
  await page.visit(url);
  return url;
}

/** A game of these rules at which all of them sit, one after the other, and which has begun. */
export async function seated(wish, ...people) {
  const url = await room(people[0], wish);
  for (const page of people.slice(1)) {
    await page.visit(url);
    await page.getByLabel("Your name").waitFor(); // they sit
  }
  await call(people[0], "POST", `/api${url.replace("/r/", "/rooms/")}/start`);
  await Promise.all(people.map((page) => page.waitForSelector(".bar")));
  return url;
}

/** Presses the button that goes on whenever there is one, until the game is over: by clicks in the page itself, or by taps. */
export async function playToTheEnd(page) {
  await page.waitForSelector(".bar");
  await page.evaluate(() => {
    window.playing = setInterval(() => {
      const buttons = [...document.querySelectorAll(".bar .actions button")];
      if (
        buttons.length === 0 ||
        buttons.some((one) => /Rematch|The day’s result|Back to the tournament/.test(one.textContent))
      )
        return;
      // On BlitzWar's map something is to be chosen first; nobody attacks longer than he must.
      const stop = buttons.find((one) => /Stop|End/.test(one.textContent));
      const state = document.querySelector(".list button[aria-disabled='false']");
      const go = buttons.find((one) => one.classList.contains("go"));
      (stop ?? (go.disabled ? state : go))?.click();
    }, 15);
  });
}

/** Does a step again and again until the game is over: one that stands still for so many steps is an error. */
export async function until(page, step, most = 800) {
  let last = "";
  for (let i = 0; i < most; i++) {
    const bar = await page.locator(".bar").innerText();
    if (/Rematch|Story/.test(bar)) return;
    const now = (await page.locator("[role=log]").allInnerTexts()).join("\n") + bar;
    if (now !== last) [last, i] = [now, 0];
    await step();
  }
  assert.fail(`nothing has changed for ${most} steps: ${last.slice(-300)}`);
}

export async function isOver(page, timeout = 120_000) {
  await page.waitForFunction(() => document.querySelector(".bar")?.textContent?.includes("Story"), null, {
    timeout,
    polling: 100,
  });
  await page.evaluate(() => clearInterval(window.playing));
}

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Nothing on the page keeps anybody out: axe-core finds nothing serious. */
export async function accessible(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const serious = violations.filter((one) => ["serious", "critical"].includes(one.impact));
  assert.deepEqual(
    serious.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`),
    [],
  );
}

/** Nothing was said on the console, and nothing was asked of anybody else. */
export function quiet(...pages) {
  for (const page of pages) assert.deepEqual(page.said, []);
}
