// My own check of a deal on the server (docs/wire.md, Deal): my part, and what the server shows before and after it.
// Loaded late: the table does not wait for it.
import { bytesToHex } from "@noble/hashes/utils.js";
import { api, Refusal } from "../api";
import type { FromRoom, Join, NewRoom, Opened, Room, View } from "../wire";
import { partHash, sameValues, textHash } from "./fair";
import { dealOf, keep, remember, type Deal } from "./deals";

const TOO_MANY = 429;

/** The part of a text that says what does not fit: `unfair.part`. */
export type Wrong = "commitment" | "frozen" | "room" | "part" | "header" | "other" | "again";

export interface Found {
  wrong: Wrong | null;
  /** The seats whose parts did not come in time, where that is news. */
  late: readonly number[];
}

interface Header {
  game: string;
  names: string[];
  options: Record<string, unknown>;
  chance: { commitment: string; contributions: string[] | null; part_hashes?: string[] };
}

const newPart = () => bytesToHex(crypto.getRandomValues(new Uint8Array(16)));

/** Keep my part of a room's chance; where a player may know the cards, nothing is checked. */
function keepPart(room: Room, part: string): void {
  // Cards that a player may know, or that other tables have too, take no part.
  if (room.laid || room.from || room.sealed || room.state !== "waiting") return;
  remember(room);
  keep({ ...dealOf(room.room)!, part });
}

/**
 * Sit down with the hash of my part of the chance. In a room that was `seen` my part is kept before the call: where the
 * game begins with the last player, it is asked for before the call is answered.
 */
export async function sit(code: string, wish: Join, seen?: Room): Promise<Room> {
  const known = dealOf(code)?.part;
  const part = known ?? newPart();
  if (seen && !known) keepPart(seen, part);
  try {
    const room = await api.join(code, { ...wish, part_hash: partHash(part) });
    if (!known) keepPart(room, part);
    return room;
  } catch (error) {
    const deal = dealOf(code);
    if (deal && !known) keep({ ...deal, part: undefined });
    throw error;
  }
}

/** Open a room whose cards are dealt, and sit in it with the hash of my part: one call in place of two. */
export async function openWithPart(wish: NewRoom): Promise<Opened> {
  const part = newPart();
  const opened = await api.open({ ...wish, sit: { ...wish.sit, part_hash: partHash(part) } });
  keep({ room: opened.room, commitment: opened.commitment, part });
  return opened;
}

/** Deal as the host, and reveal my part if the frozen header is right. The table checks the deal. */
export async function start(code: string): Promise<void> {
  await attend(code, { type: "room", room: await api.start(code), you: null });
}

let before: Promise<unknown> = Promise.resolve();

/** Check what a message says of the deal, and reveal my part when it is time; one message after the other. */
export function attend(code: string, message: FromRoom): Promise<Found> {
  const found = before.then(async () => {
    const deal = dealOf(code);
    if (!deal?.part || deal.wrong) return { wrong: (deal?.wrong ?? null) as Wrong | null, late: [] };
    const checked = { ...deal };
    const wrong = await check(checked, deal.part, message);
    if (wrong) checked.wrong = wrong;
    keep(checked);
    return { wrong, late: deal.settled ? [] : (checked.late ?? []) };
  });
  before = found.catch(() => null);
  return found;
}

async function check(deal: Deal, part: string, message: FromRoom): Promise<Wrong | null> {
  const room = "room" in message ? message.room : null;
  if (room && room.commitment !== deal.commitment) return "commitment";
  if (room && deal.settled && room.settled && room.settled !== deal.settled) return "again";
  if (room?.frozen) {
    const { header, waits } = room.frozen;
    if (deal.frozen !== undefined && deal.frozen !== header) return "frozen";
    const frozen = JSON.parse(header) as Header;
    if (!fits(frozen, room, deal)) return "room";
    const revealed = deal.frozen !== undefined;
    deal.frozen = header;
    if (!revealed && waits.some((seat) => frozen.chance.part_hashes?.[seat] === partHash(part)))
      await reveal(deal.room, part);
  }
  const view: View | null = "view" in message ? message.view : null;
  return view && view.seat !== null && !deal.settled ? dealt(deal, part, view.seat) : null;
}

/** The frozen header is that of the room that everybody sees. */
function fits(header: Header, room: Room, deal: Deal): boolean {
  const hashes = room.seats.map((one) => one.part_hash ?? "");
  return (
    header.chance.commitment === deal.commitment &&
    header.chance.contributions === null &&
    header.game === room.game &&
    sameValues(header.options, room.options) &&
    sameValues(
      header.names,
      room.seats.map((one) => one.name),
    ) && // prettier-ignore
    sameValues(header.chance.part_hashes ?? [], hashes)
  );
}

async function reveal(code: string, part: string): Promise<void> {
  try {
    await api.part(code, part);
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 409)) throw error; // otherwise the cards have been dealt
  }
}

async function dealt(deal: Deal, part: string, seat: number): Promise<Wrong | null> {
  let told;
  try {
    told = await api.deal(deal.room);
  } catch (error) {
    if (error instanceof Refusal && error.status < TOO_MANY) return "header";
    throw error; // the server is away or busy: with the next message
  }
  const { header, settled } = told;
  const { chance } = JSON.parse(header) as Header;
  const parts = chance.contributions ?? [];
  if (parts[seat] !== part) return "part";
  if (textHash(header) !== settled || deal.frozen !== unrevealed(header)) return "header";
  const hashes = chance.part_hashes ?? [];
  if (parts.some((one, i) => one !== "" && partHash(one) !== hashes[i])) return "other";
  deal.settled = settled;
  deal.late = parts.flatMap((one, i) => (one === "" && hashes[i] ? [i] : []));
  return null;
}

/** A header before the parts were in it: canonical JSON keeps its order. */
function unrevealed(header: string): string {
  const all = JSON.parse(header) as Header;
  return JSON.stringify({ ...all, chance: { ...all.chance, contributions: null } });
}
