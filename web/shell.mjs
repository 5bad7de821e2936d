// Writes into the service worker what it is to keep: what the page opens with. Says what that weighs, packed; more than
// 150 KB of script and style is an error.
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const MOST_BYTES = 150 * 1024;

/** Of a built page in a folder. */
export async function shell(folder) {
  const index = await readFile(join(folder, "index.html"), "utf8");
  const opens = [...index.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((one) => one[1]);
  const fonts = (await readdir(join(folder, "fonts")))
    .filter((name) => name.endsWith(".woff2"))
    .map((name) => `/fonts/${name}`);
  const all = [...opens, ...fonts];
  const version = createHash("sha256").update(index).digest("hex").slice(0, 12);
  const worker = join(folder, "sw.js");
  const text = await readFile(worker, "utf8");
  const written = text
    .replace("const SHELL = [];", `const SHELL = ${JSON.stringify(all)};`)
    .replace('const VERSION = "";', `const VERSION = "${version}";`);
  if (written === text) throw new Error("sw.js has no place for what it is to keep");
  await writeFile(worker, written);
  let sum = 0;
  for (const path of opens) sum += gzipSync(await readFile(join(folder, path)), { level: 9 }).length;
  console.log(`first load: ${sum} of ${MOST_BYTES} bytes of script and style`);
  if (sum > MOST_BYTES) process.exit(1);
}
