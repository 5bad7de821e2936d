// Compress the built files in advance, so that the server needn't: `npm run build`.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { shell } from "./shell.mjs";

await shell("../src/threedown/page");
const files = await readdir("../src/threedown/page", { recursive: true, withFileTypes: true });
for (const file of files.filter((one) => one.isFile() && /\.(js|css|html|svg|webmanifest)$/.test(one.name))) {
  const path = join(file.parentPath, file.name);
  const data = await readFile(path);
  await writeFile(`${path}.br`, brotliCompressSync(data));
  await writeFile(`${path}.gz`, gzipSync(data, { level: 9 }));
}
