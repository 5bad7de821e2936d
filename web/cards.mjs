// The page's card faces and backs as JSON for Python (notebooks draw tables with them): `npm run cards`. With --check
// nothing is written, and the file must hold what the art would draw.
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "vite";

const TARGET = "../src/threedown/art/cards.json";
const WIDTH = 100;

const vite = await createServer({ server: { middlewareMode: true, ws: false }, appType: "custom", logLevel: "error" });
try {
  const art = (file) => vite.ssrLoadModule(`/src/${file}.ts`);
  const [{ face }, { back }, { HALF }, { CARD, GROUND, SIDES }] = await Promise.all(
    ["art/faces", "art/backs", "art/courts", "look/tokens"].map(art),
  );
  const suited = [..."23456789TJQKA"].flatMap((rank) => [..."CDHS"].map((suit) => rank + suit));
  const drawn = {
    defs: `<clipPath id="half"><path d="${HALF}"/></clipPath>`,
    colours: {
      ...CARD,
      ...Object.fromEntries(SIDES.map((side, i) => [`back-${i}`, side.back])),
      ...Object.fromEntries(SIDES.map((side, i) => [`field-${i}`, side.field[0]])),
      ...Object.fromEntries(SIDES.map((side, i) => [`bright-${i}`, side.bright[0]])),
      t1: GROUND.t1[0],
    },
    back: back(0, WIDTH),
    stock: back(null, WIDTH),
    faces: Object.fromEntries([...suited, "JK1", "JK2"].map((code) => [code, face(code, WIDTH)])),
  };
  const text = `${JSON.stringify(drawn, null, 1)}\n`;
  if (!process.argv.includes("--check")) await writeFile(TARGET, text);
  else if ((await readFile(TARGET, "utf8")) !== text) {
    console.error(`${TARGET} is not what the art draws: run \`npm run cards\`.`);
    process.exitCode = 1;
  }
} finally {
  await vite.close();
}
