// Cuts the two typefaces down to the signs that we write, and puts them where the page is served from.
// Suits are drawn, so no card sign is needed. Says what they weigh; more than 120 KB together is an error.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import subset from "subset-font";

const MOST_BYTES = 120 * 1024;
const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join("");
const text = ascii + "àèéìíòóùúÀÈÉÌÒÙçäöüßñ’‘“”…–—·×½∞−→←↑↓°±«»€≤≥≈²";
const digits = ascii + "…–−→·×♠♥♦♣";

const typefaces = [
  {
    from: "@fontsource-variable/mona-sans/files/mona-sans-latin-wdth-normal.woff2",
    to: "mona-sans.woff2",
    text,
    axes: { wght: { min: 400, max: 900 }, wdth: { min: 75, max: 125 } },
  },
  {
    from: "@fontsource/martian-mono/files/martian-mono-latin-400-normal.woff2",
    to: "martian-mono.woff2",
    text: digits,
  },
];

await mkdir("public/fonts", { recursive: true });
let sum = 0;
for (const { from, to, text: signs, axes } of typefaces) {
  const cut = await subset(await readFile(`node_modules/${from}`), signs, {
    targetFormat: "woff2",
    variationAxes: axes,
  });
  await writeFile(`public/fonts/${to}`, cut);
  sum += cut.length;
  console.log(`${to}: ${cut.length} bytes`);
}
// The server draws the pictures of links: it needs a typeface that is cut to one weight and width, for titles and for ranks.
for (const { to, text: signs, axes } of [
  { to: "title.ttf", text, axes: { wght: 800, wdth: 125 } },
  { to: "rank.ttf", text: "0123456789JQKA", axes: { wght: 900, wdth: 75 } },
]) {
  const file = await readFile(`node_modules/${typefaces[0].from}`);
  await writeFile(`public/fonts/${to}`, await subset(file, signs, { targetFormat: "truetype", variationAxes: axes }));
}
console.log(`together ${sum} of ${MOST_BYTES} bytes`);
if (sum > MOST_BYTES) process.exit(1);
