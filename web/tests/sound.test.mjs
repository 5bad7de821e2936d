// The sounds as Chromium renders them: each is heard, none is clipped, and none is longer than it should be.
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { build, loadConfigFromFile } from "vite";
import { browser } from "../pictures/browser.mjs";
import { served } from "../pictures/served.mjs";

const RATE = 48_000;
/** Each sound with its depth and its length in seconds: design.md and sound.ts. */
const SOUNDS = [
  ["turn", 0, 0.012],
  ["lay", 0, 0.018],
  ["sweep", 0, 0.3],
  ["dice", 0, 0.24],
  ["knock", 0, 0.25],
  ["chips", 0, 0.09],
  ["gain", 0, 0.26],
  ["loss", 0, 0.26],
  ...[0, 1, 2, 3].map((depth) => ["drums", depth, 0.5]),
  ...[0, 1, 2].map((note) => ["end", note, 0.16]),
  ["end", 3, 0.42],
];

let server, chrome, page;
before(async () => {
  const file = fileURLToPath(new URL("../vite.config.ts", import.meta.url));
  const { config } = await loadConfigFromFile({ command: "build", mode: "production" }, file);
  const [{ output }] = await build({
    configFile: false,
    plugins: config.plugins,
    logLevel: "error",
    build: {
      write: false,
      lib: { entry: fileURLToPath(new URL("../src/sound.ts", import.meta.url)), formats: ["es"] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  }).then((built) => [built].flat());
  server = await served(process.env.BUILT);
  chrome = await browser(server.origin);
  page = await chrome.open("/fixture/war?at=1");
  await page.evaluate((code) => (window.code = code), output[0].code);
});
after(async () => {
  await chrome.close();
  await server.close();
});

/** A sound's samples in a context of its own: the highest, and the time of the last that can be heard. */
const rendered = (sound, depth) =>
  page.evaluate(
    async ([sound, depth, rate]) => {
      const context = new OfflineAudioContext(1, rate, rate);
      window.AudioContext = function () {
        return context;
      };
      Object.defineProperty(context, "state", { value: "running" });
      const url = URL.createObjectURL(new Blob([window.code], { type: "text/javascript" }));
      const { play } = await import(url);
      play(sound, depth);
      const data = (await context.startRendering()).getChannelData(0);
      return {
        peak: data.reduce((most, one) => Math.max(most, Math.abs(one)), 0),
        last: (data.findLastIndex((one) => Math.abs(one) > 0.001) + 1) / rate,
      };
    },
    [sound, depth, RATE],
  );

for (const [sound, depth, lasts] of SOUNDS)
  test(`${sound} ${depth} is heard, is not clipped, and lasts ${lasts} s`, async () => {
    const { peak, last } = await rendered(sound, depth);
    assert.ok(peak > 0.01 && peak < 1, `its highest sample is ${peak}`);
    assert.ok(last > lasts / 2 && last <= lasts + 0.01, `it is heard for ${last} s`);
  });
