// The draws of a finished game, computed again from its secret as docs/contract.md describes under Records and Chance.
// Pure, and without the browser's own cryptography, which pages over plain http do not have.
import { sha256 } from "@noble/hashes/sha2.js";
import { shake256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** As the server gives it; hexadecimal is small. */
export interface Fairness {
  room: string;
  sealed: boolean;
  commitment: string;
  secret: string;
  names: readonly string[];
  parts: readonly string[];
  options: Readonly<Record<string, unknown>>;
  /** All that was settled before the deal, as canonical JSON. */
  header: string;
  settled: string;
  key: string;
  block: number;
  draws: readonly (readonly [bound: number, result: number])[] | null;
  how: readonly string[];
}

export type Name =
  "seen" | "commitment" | "parts" | "hashes" | "mine" | "options" | "settled" | "deal" | "key" | "draws";

export interface Check {
  name: Name;
  fits: boolean;
  /** The claims and their verdicts. */
  said: string;
  found: string;
}

const TWO_32 = 2 ** 32;

/** The words of a sealed table: SHAKE-256 of the key and the block's number, 4 bytes each, big-endian. */
export function* words(key: Uint8Array, block: number): Generator<number> {
  for (let n = 0; ; n++) {
    const number = new Uint8Array(8);
    new DataView(number.buffer).setBigUint64(0, BigInt(n));
    const bytes = shake256(concatBytes(key, number), { dkLen: 4 * block });
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    for (let i = 0; i < block; i++) yield view.getUint32(4 * i);
  }
}

/** One of 0 … n-1 (Lemire): words whose low half falls below 2³² mod n are passed over. */
export function below(n: number, source: Iterator<number>): number {
  for (;;) {
    const product = BigInt(source.next().value as number) * BigInt(n);
    if (Number(product & 0xffffffffn) >= TWO_32 % n) return Number(product >> 32n);
  }
}

/** The results of these draws, computed from the key. */
export function drawn(key: string, block: number, bounds: readonly number[]): number[] {
  const source = words(hexToBytes(key), block);
  return bounds.map((bound) => below(bound, source));
}

export interface Seen {
  commitment: string;
  part?: string;
  settled?: string;
}

/**
 * Everything that can be checked, in the order in which it came about; `results` are the draws computed again.
 * `seen` is what this browser was shown before the deal, if it was there.
 */
export function checked(told: Fairness, seen: Seen | null): { checks: Check[]; results: number[] | null } {
  const checks: Check[] = [];
  const check = (name: Name, said: string, found: string) => checks.push({ name, said, found, fits: said === found });
  const header = parsed(told.header);
  if (told.sealed) {
    if (seen) check("seen", told.commitment, seen.commitment);
    check(
      "commitment",
      told.commitment,
      hashed(() => hexToBytes(told.secret)),
    );
    check("parts", told.parts.join(" "), (header.chance?.contributions ?? []).join(" "));
    const hashes = header.chance?.part_hashes;
    if (hashes)
      check("hashes", hashes.map((one, i) => told.parts[i] && one).join(" "), told.parts.map(partHash).join(" "));
    if (seen?.part && seen.settled) check("mine", told.parts.find((one) => one === seen.part) ?? "", seen.part);
  }
  check("options", sorted(told.options), sorted(header.options));
  check(
    "settled",
    told.settled,
    hashed(() => utf8ToBytes(told.header)),
  );
  if (told.sealed && seen?.settled) check("deal", told.settled, seen.settled);
  if (told.sealed) check("key", told.key, told.secret + told.settled);
  if (told.draws === null) return { checks, results: null };
  const results = hex(told.key)
    ? drawn(
        told.key,
        told.block,
        told.draws.map(([bound]) => bound),
      )
    : [];
  const wrong = told.draws.findIndex(([, result], i) => result !== results[i]);
  const at = (of: (i: number) => number | undefined) => (wrong < 0 ? "" : `${wrong + 1}: ${of(wrong)}`);
  check(
    "draws",
    at((i) => told.draws![i]![1]),
    at((i) => results[i]),
  );
  return { checks, results };
}

interface Header {
  options?: unknown;
  chance?: { commitment?: string; contributions?: string[]; part_hashes?: string[] };
}

function parsed(header: string): Header {
  try {
    return JSON.parse(header) as Header;
  } catch {
    return {};
  }
}

/** The SHA-256 of a text, and of a part as players send it before the part (empty for none). */
export const textHash = (text: string): string => hashed(() => utf8ToBytes(text));
export const partHash = (part: string): string => (part === "" ? "" : hashed(() => hexToBytes(part)));

export const sameValues = (one: object, other: object): boolean => sorted(one) === sorted(other);

/** The seats that promised a part and sent none in time. */
export function lateSeats(told: Pick<Fairness, "header" | "parts">): number[] {
  const hashes = parsed(told.header).chance?.part_hashes ?? [];
  return hashes.flatMap((one, seat) => (one && !told.parts[seat] ? [seat] : []));
}

const hex = (text: string): boolean => /^([0-9a-f]{2})*$/.test(text);

function hashed(bytes: () => Uint8Array): string {
  try {
    return bytesToHex(sha256(bytes()));
  } catch {
    return "";
  }
}

/** Values of options in one order, whatever order they came in. */
function sorted(options: unknown): string {
  return JSON.stringify(
    Object.entries((options ?? {}) as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** A part that is words, as they were written; null for bytes that are none. */
export function asWords(part: string): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(hexToBytes(part));
    return text !== "" && /^[\p{L}\p{N}\p{P}\p{Zs}\p{S}]+$/u.test(text) ? text : null;
  } catch {
    return null;
  }
}

/** Runs of draws from `n` down to 2 shuffle n cards: where one begins, and how many cards. */
export function shuffles(bounds: readonly number[]): { at: number; cards: number }[] {
  const found: { at: number; cards: number }[] = [];
  for (let i = 0; i < bounds.length;) {
    let end = i;
    while (bounds[end + 1] === bounds[end]! - 1) end++;
    if (bounds[end] === 2 && end - i >= 2) found.push({ at: i, cards: bounds[i]! });
    i = end + 1;
  }
  return found;
}
