// The server's types as TypeScript, from docs/schema.json into src/schema.ts: `npm run types`; with --check nothing is
// written, and what is there must be what would be.
import { readFile, writeFile } from "node:fs/promises";

const TARGET = "src/schema.ts";
const { types, wire } = JSON.parse(await readFile("../docs/schema.json", "utf8"));

const key = (name) => (/^\w+$/.test(name) ? name : JSON.stringify(name));
const told = (schema, indent) =>
  schema.description ? `${indent}/** ${schema.description.replace(/\s+/g, " ").trim()} */\n` : "";

function members(schema, indent) {
  return Object.entries(schema.properties)
    .map(([name, one]) => {
      const required = schema.required?.includes(name);
      // What is null where nothing else is said is left out instead.
      const said =
        !required && one.default === null ? { ...one, anyOf: one.anyOf?.filter((or) => or.type !== "null") } : one;
      return `${told(one, indent)}${indent}${key(name)}${required ? "" : "?"}: ${type(said, indent)};\n`;
    })
    .join("");
}

function type(schema, indent = "") {
  if (schema === false) return "never";
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.anyOf) return schema.anyOf.map((one) => type(one, indent)).join(" | ");
  switch (schema.type) {
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "array": {
      if (schema.prefixItems) return `[${schema.prefixItems.map((one) => type(one, indent)).join(", ")}]`;
      const inner = type(schema.items ?? {}, indent);
      return inner.includes(" | ") && !inner.startsWith("{") ? `(${inner})[]` : `${inner}[]`;
    }
    case "object":
      // What is no type of its own may have more keys than those that are named.
      if (schema.properties)
        return `{\n${members(schema, `${indent}  `)}${indent}  [more: string]: unknown;\n${indent}}`;
      return `Record<string, ${type(schema.additionalProperties ?? {}, indent)}>`;
    default:
      return "unknown";
  }
}

const union = (name, of) => `export type ${name} = ${of.join(" | ")};\n`;
const text = [
  "// Written by types.mjs from docs/schema.json: the server's own types. Change them there, then `npm run types`.\n",
  ...Object.entries(types).map(
    ([name, schema]) => `${told(schema, "")}export interface ${name} {\n${members(schema, "  ")}}\n`,
  ),
  union("FromPlayer", wire.from_player),
  union("FromRoom", wire.from_room),
  union("ToGuest", wire.to_guest),
  `export const EMOTES = ${JSON.stringify(wire.emotes)} as const;\n`,
  `export const COLOURS = ${JSON.stringify(wire.colours)} as const;\n`,
].join("\n");

if (!process.argv.includes("--check")) await writeFile(TARGET, text);
else if (text !== (await readFile(TARGET, "utf8"))) {
  console.error(`${TARGET} is not what docs/schema.json says: npm run types`);
  process.exit(1);
}
