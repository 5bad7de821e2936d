import { readFileSync } from "node:fs";
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

// The names of the games, and the kinds of their events.
const { events } = JSON.parse(readFileSync(new URL("../docs/schema.json", import.meta.url), "utf8"));
const oneOf = (names) => `/^(${[...new Set(names)].join("|")})$/`;
const GAME = oneOf(Object.keys(events));
const KIND = oneOf(Object.values(events).flatMap((kinds) => Object.keys(kinds)));
const SAME = "BinaryExpression[operator=/^[!=]==?$/]";
const ITS_KIND = "MemberExpression[property.name='kind']";
const OF_A_KIND = `:has(> ${ITS_KIND}, > ChainExpression > ${ITS_KIND}, > Identifier[name='kind'])`;

export default ts.config(
  { ignores: ["public/fonts", "pictures/out", "pictures/built", "src/schema.ts"] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // A space at the edge of a block is kept only as {" "}.
      "svelte/no-useless-mustaches": "off",
      // A map or a set in a state is replaced, never changed.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { extraFileExtensions: [".svelte"], parser: ts.parser, svelteConfig } },
    rules: { "no-undef": "off" }, // TypeScript checks names, and knows the types of the browser.
  },
  {
    // Pictures, layouts and a game's own parts may know their game; table/events.ts knows the kinds that all games share.
    files: ["src/**"],
    ignores: [
      "src/art/**",
      "src/map/**",
      "src/table/games/**",
      "src/table/layouts/**",
      "src/table/events.ts",
      "**/*.test.ts",
    ],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: `${SAME} > Literal[value=${GAME}], SwitchCase > Literal[value=${GAME}]`,
          message: "Ask the facts of the game (info.page), not its name.",
        },
        {
          selector: `${SAME}${OF_A_KIND} > Literal[value=${KIND}], SwitchStatement${OF_A_KIND} > SwitchCase > Literal[value=${KIND}]`,
          message: "Ask table/events.ts or the facts of the game what an event means, not its kind.",
        },
      ],
    },
  },
);
