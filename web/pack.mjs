// Compress the built files in advance, so that the server needn't: `npm run build`. Scripts and styles stay compressed only,
// which saves 1 MB of the installation; the server unpacks them for clients that take no encoding.
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { shell } from "./shell.mjs";

const PAGE = "../src/threedown/page";
const MOST_BYTES = 1_300_000; // of the 100 MB that an installation may have (docs/architecture.md)

await shell(PAGE);
const files = async () => (await readdir(PAGE, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
for (const file of (await files()).filter((one) => /\.(js|css|html|svg|webmanifest)$/.test(one.name))) {
  const path = join(file.parentPath, file.name);
  const data = await readFile(path);
  await writeFile(`${path}.br`, brotliCompressSync(data));
  await writeFile(`${path}.gz`, gzipSync(data, { level: 9 }));
  if (/\.(js|css)$/.test(path)) await rm(path);
}
const sizes = (await files()).map(async (file) => (await stat(join(file.parentPath, file.name))).size);
const sum = (await Promise.all(sizes)).reduce((all, size) => all + size, 0);
console.log(`page: ${sum} of ${MOST_BYTES} bytes`);
if (sum > MOST_BYTES) process.exit(1);
