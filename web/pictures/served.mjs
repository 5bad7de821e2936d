// The page of fixtures, built like the real page, and a server that serves nothing else.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BUILT = join(ROOT, "pictures/built");
const KINDS = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};

/** Builds and serves: `/fixture/NAME` is the page, `/fixtures/NAME.json` what fixtures/make.py has written. `built`: one that has been built. */
export async function served(built) {
  if (built === undefined)
    await build({
      root: ROOT,
      logLevel: "error",
      build: { outDir: BUILT, emptyOutDir: true, rollupOptions: { input: join(ROOT, "fixtures.html") } },
    });
  const server = createServer(async (request, answer) => {
    const { pathname } = new URL(request.url, "http://here");
    const path = pathname.startsWith("/fixture/") ? "/fixtures.html" : normalize(decodeURIComponent(pathname));
    try {
      const body = await readFile(join(path.startsWith("/fixtures/") ? ROOT : (built ?? BUILT), path));
      answer.writeHead(200, { "content-type": KINDS[extname(path)] ?? "application/octet-stream" }).end(body);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((done) => server.close(done)),
  };
}
