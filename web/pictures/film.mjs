// The film of a game as a contact sheet: `node pictures/film.mjs GAME SEATS SIZE THEME LANGUAGE`, into pictures/out/film-GAME-SEATS-SIZE.png.
// A turn, a war, a jump and the end, frames side by side, as the page shows them when its clock is stepped. A theme
// and a language other than dark and English are added to the file's name.
import { mkdir, readFile } from "node:fs/promises";
import { browser } from "./browser.mjs";
import { SIZES } from "./screens.mjs";
import { served } from "./served.mjs";
import { pass } from "./stepped.mjs";

const [game = "war", seats = "2", size = "desktop", theme = "dark", language = "en"] = process.argv.slice(2);
const name = `film-${game}-${seats}`;
const { steps } = JSON.parse(await readFile(new URL(`../fixtures/${name}.json`, import.meta.url)));
const { width, height } = SIZES.find((one) => one.name === size);
const server = await served(process.env.BUILT);
const chrome = await browser(server.origin);

const has = (step, kind) => step.events.some((event) => event.kind === kind);
const isWar = (step) => has(step, "war") || has(step, "scenario");
/** A step that my press begins: before it nobody is asked, or I am. */
const mine = (i) => !steps[i - 1].question?.seat;
const later = (holds) => steps.findIndex((step, i) => i > 6 && mine(i) && holds(step, i));
const wins = later((step) => (has(step, "win") || has(step, "capture")) && !isWar(step));
const turn = wins < 0 ? later((step) => step.events.length > 0 && !isWar(step)) : wins;
const war = later(isWar);
/** Bots may play on for so many steps after my last press: then "Finish" leads to the end. */
const LONG = 12;
const end = steps.findLastIndex((_, i) => i > 0 && mine(i));

/** The table before a step, its clock standing still; `shoot` gives a frame so many milliseconds later. */
async function table(step) {
  const page = await chrome.open(`/fixture/${name}?step=${Math.max(0, step - 1)}&company`, {
    width,
    height,
    theme,
    kept: { language },
    reduced: false,
    stepped: true,
  });
  await page.waitForSelector("[data-ready]");
  let now = 0;
  const shoot = async (at) => {
    await pass(page, at - now);
    now = Math.max(now, at);
    return { at, png: (await page.screenshot()).toString("base64") };
  };
  return { page, shoot };
}

/** Frames after a press: at these times, and after more presses. */
async function frames(title, step, times, presses = [], key = "Space") {
  if (step < 0) return { title: `${title}: none`, frames: [] };
  const { page, shoot } = await table(step);
  const found = [await shoot(0)];
  await page.keyboard.press(key);
  for (const at of times) {
    if (presses.includes(at)) await page.keyboard.press("Space");
    found.push(await shoot(at));
  }
  await page.context().close();
  return { title, frames: found };
}

async function jump() {
  const { page, shoot } = await table(later((_, i) => i >= end / 2));
  await page.keyboard.press("w");
  const found = [await shoot(16), await shoot(600), await shoot(1600)];
  await page.context().close();
  return { title: "To the next war", frames: found };
}

const rows = [
  await frames("A turn", turn, [80, 160, 280, 360, 530, 800, 950, 1100]),
  await frames("A war", war, [360, 800, 1040, 1240, 1680, 2000, 2280, 2360, 3060, 3240, 3460, 3700], [2280]),
  await jump(),
  await frames(
    "The end",
    end,
    [300, 950, 1130, 1190, 1300, 1600, 2020, 2180, 2400, 2600, 2700, 3700, 5400, 7000, 9000],
    [2600],
    steps.length - end > LONG ? "f" : "Space",
  ),
];
const sheet = await chrome.chrome.newPage({ viewport: { width: 1700, height: 900 } });
const wide = Number(process.env.WIDE ?? (width > height ? 400 : 180));
await sheet.setContent(
  `<body style="margin:16px;background:#0e1013;color:#f1f2f0;font:14px sans-serif">${rows
    .map(
      (row) =>
        `<h3>${row.title}</h3><div style="display:flex;flex-wrap:wrap;gap:10px">${row.frames
          .map(
            (one) =>
              `<figure style="margin:0"><img width=${wide} src="data:image/png;base64,${one.png}"><figcaption>${one.at}</figcaption></figure>`,
          )
          .join("")}</div>`,
    )
    .join("")}`,
);
await mkdir(new URL("out/", import.meta.url), { recursive: true });
const unusual = [theme, language].filter((one) => !["dark", "en"].includes(one));
const file = `pictures/out/${[name, size, ...unusual].join("-")}.png`;
await sheet.screenshot({ path: file, fullPage: true });
console.log(file);
await chrome.close();
await server.close();
