// A piece of the world map for BlitzWar's tile, a twentieth of the whole map's data: `npm run tile-map`. With --check nothing is
// written, and the file must hold what the map gives.
import { readFile, writeFile } from "node:fs/promises";

const SOURCE = "../src/threedown/games/blitzwar/maps/world.json";
const TARGET = "src/art/tile-map.json";
const BOX = { x: 880, y: 60, width: 660, height: 450 };
/** Corners lie on a grid, so that neighbours still touch. */
const GRID = 6;

const inside = (ring) => {
  const xs = ring.filter((_, i) => i % 2 === 0);
  const ys = ring.filter((_, i) => i % 2 === 1);
  const meets = (values, from, size) => Math.min(...values) < from + size && Math.max(...values) > from;
  return meets(xs, BOX.x, BOX.width) && meets(ys, BOX.y, BOX.height);
};
function drawn(ring) {
  const points = [];
  for (let i = 0; i < ring.length; i += 2) {
    const point = [(ring[i] - BOX.x) / GRID, (ring[i + 1] - BOX.y) / GRID].map(Math.round);
    if (String(point) !== String(points.at(-1))) points.push(point);
  }
  if (points.length < 3) return "";
  const moves = points.slice(1).map(([x, y], i) => `${x - points[i][0]} ${y - points[i][1]}`);
  return `M${points[0].join(" ")}l${moves.join(" ").replaceAll(" -", "-")}z`;
}

const { states } = JSON.parse(await readFile(SOURCE, "utf8"));
const shown = states
  .map(({ shape, label }, i) => ({
    d: shape.filter(inside).map(drawn).join(""),
    at: [(label[0] - BOX.x) / GRID, (label[1] - BOX.y) / GRID].map(Math.round),
    side: [0, 1, 3, 2, 1, 0][(i * 7) % 6],
    tanks: 1 + ((i * 5) % 3),
  }))
  .filter(({ d }) => d !== "");
const text = `${JSON.stringify({ width: BOX.width / GRID, height: BOX.height / GRID, states: shown })}\n`;
if (!process.argv.includes("--check")) await writeFile(TARGET, text);
else if ((await readFile(TARGET, "utf8")) !== text) {
  console.error(`${TARGET} is not what the map gives: run \`npm run tile-map\`.`);
  process.exitCode = 1;
}
