import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { catalogues } from "./po.ts";

// The server stands at 8765 while the page is written; what is built lies in the package, and the server serves it.
export default defineConfig({
  plugins: [svelte(), catalogues()],
  test: { include: ["src/**/*.test.ts"], testTimeout: 60_000, globalSetup: "fixtures/recorded.mjs" },
  server: {
    proxy: { "/api": { target: "http://127.0.0.1:8765", ws: true } },
    fs: { allow: [".", "../src/threedown/language"] },
  },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    outDir: "../src/threedown/page",
    emptyOutDir: true,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // What every page needs comes in one file: a file more costs a request, and compresses worse.
      output: { codeSplitting: { groups: [{ name: "shell", tags: ["$initial"] }] } },
    },
  },
});
