// Every screen has no serious finding of axe-core, in both themes with LONG=1, else in the one and the next in the other;
// at the sizes that SIZE names ("phone,tablet"), else at a desk's.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { SCREENS, SIZES } from "../pictures/screens.mjs";
import { fixtures } from "./fixtures.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const { table } = fixtures();

const THEMES = ["dark", "light"];
const ASKED = (process.env.SIZE ?? "desktop").split(",");
const LOOKED_AT = SIZES.filter((one) => ASKED.includes(one.name)).flatMap((size) =>
  SCREENS.filter((one) => one.name !== "11-sheet").map((screen) => ({ ...screen, size })),
);
if (LOOKED_AT.length === 0)
  throw new Error(`SIZE=${process.env.SIZE}: choose of ${SIZES.map((one) => one.name).join(", ")}`);
for (const [i, { name, path, after, size }] of LOOKED_AT.entries())
  for (const theme of process.env.LONG === "1" ? THEMES : [THEMES[i % 2]])
    test(`${name}, ${size.name}, ${theme}`, async () => {
      const page = await table(path, { ...size, theme });
      await after?.(page);
      await page.waitForTimeout(300);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
      const serious = violations.filter((one) => ["serious", "critical"].includes(one.impact));
      assert.deepEqual(
        serious.map(
          (one) =>
            `${one.id}: ${one.nodes.length}: ${one.nodes[0].html.slice(0, 120)} ${one.nodes[0].any?.[0]?.message ?? ""}`,
        ),
        [],
      );
      await page.context().close();
    });
