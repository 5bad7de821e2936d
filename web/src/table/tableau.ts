// The cards on the table as the page knows them: piles of slots. An event moves slots; a view sets them right.
// A slot's id is a number of the page's own: it never tells what card it is.
import type { GameEvent, View } from "../wire";
import { deals } from "./events";

export interface Slot {
  id: number;
  /** The card's name once it may be seen, else null. */
  code: string | null;
  /** Whose colour its back wears; null: nobody's. */
  owner: number | null;
  /** Who laid it where it lies. */
  by: number | null;
}

/** Pile name -> its slots, the top first; a hand in the order received. */
export type Tableau = ReadonlyMap<string, readonly Slot[]>;

/** The name of a card that is not known. */
export const HIDDEN = "??";
let made = 0;
/** Piles whose cards wear nobody's colour. */
const NOBODYS = new Set(["stock", "shoe", "removed"]);

/** A table's piles are few, and asked for in every frame. */
const parts = new Map<string, { kind: string; seat: number | null }>();
function partsOf(pile: string): { kind: string; seat: number | null } {
  const known = parts.get(pile);
  if (known) return known;
  const seat = /(\d+)$/.exec(pile);
  const found = { kind: pile.split(" ")[0]!, seat: seat ? Number(seat[1]) : null };
  parts.set(pile, found);
  return found;
}

/** `hand 3` is seat 3's; what is nobody's has no number. */
export const seatOf = (pile: string): number | null => partsOf(pile).seat;
export const kindOf = (pile: string): string => partsOf(pile).kind;

const BETWEEN = new Set(["pot", "table", "field"]);

/** True for a pile between the players. */
export const liesBetween = (pile: string): boolean => BETWEEN.has(kindOf(pile));

const grows = (pile: string): "end" | "top" => (kindOf(pile) === "hand" ? "end" : "top");
const known = (name: string | undefined): string | null => (name === undefined || name === HIDDEN ? null : name);

/** The tableau that a view shows, keeping what slots it can of the one before; the same object where nothing differs. */
export function reconcile(before: Tableau, view: View): Tableau {
  const after = new Map(
    Object.entries(view.piles).map(([pile, shown]) => [pile, slotsOf(pile, shown, before.get(pile) ?? [])]),
  );
  const [was, is] = [[...before], [...after]];
  const same = was.length === is.length && is.every(([pile, slots], i) => was[i]![0] === pile && was[i]![1] === slots);
  return same ? before : after;
}

function slotsOf(pile: string, { count, cards }: View["piles"][string], before: readonly Slot[]): readonly Slot[] {
  const free = [...before];
  const codes = Array.from({ length: count }, (_, i) => known(cards?.[i]));
  const kept = codes.map((code) => {
    const at = free.findIndex((slot) => slot.code === code);
    return at < 0 ? null : free.splice(at, 1)[0]!;
  });
  const slots = kept.map((slot, i) => {
    const code = codes[i]!;
    const one = slot ?? free.shift() ?? { id: ++made, code, owner: null, by: null };
    const owner = NOBODYS.has(kindOf(pile)) ? null : (seatOf(pile) ?? one.owner);
    return one.code === code && one.owner === owner ? one : { ...one, code, owner };
  });
  return slots.length === before.length && slots.every((slot, i) => slot === before[i]) ? before : slots;
}

/** What an event moves, and where to; null if it moves nothing. Slots that come to a hidden pile turn face down there. */
export interface Move {
  from: string;
  to: string;
  slots: Slot[];
}

/** The tableau after an event, and what it moved. `open` says whether a pile's cards are seen at all. */
export function apply(
  before: Tableau,
  event: GameEvent,
  open: (pile: string) => boolean,
): { after: Tableau; move: Move | null } {
  const { from, to } = event;
  if (from === undefined) return { after: before, move: null };
  const source = before.get(from) ?? [];
  if (to === undefined) return { after: shown(before, from, event), move: null };
  const code = known(event.card);
  const moved = event.card === undefined ? poured(source, event.seat ?? null) : one(source, code, before.get(to) ?? []);
  if (moved.length === 0) return { after: before, move: null };
  const ids = new Set(moved.map((slot) => slot.id));
  const owner = seatOf(to);
  const by = event.seat ?? null;
  const landed = moved.map((slot) => ({
    id: slot.id,
    code: !open(to) ? null : event.card === undefined ? slot.code : code,
    owner: owner ?? (NOBODYS.has(kindOf(to)) ? null : by !== null && kindOf(to) !== "discard" ? by : slot.owner),
    by,
  }));
  const rest = source.filter((slot) => !ids.has(slot.id));
  const target = from === to ? rest : (before.get(to) ?? []);
  const after = new Map(before);
  after.set(from, rest);
  // Cards that are won go under a deck, for the next to be turned up is another one; those dealt face up lie in order.
  const won = kindOf(to) === "deck" && event.card === undefined;
  const below = grows(to) === "end" || won || (deals(event) && code !== null);
  const at =
    below || !liesBetween(to) ? -1 : target.findIndex((slot) => slot.code !== null && slot.code === event.cards);
  // A card that is swapped for an open one lies in its place.
  const swapped = [...target.slice(0, at), ...landed, ...target.slice(at)];
  after.set(to, below ? [...target, ...landed] : at > 0 ? swapped : [...landed, ...target]);
  return { after, move: { from, to, slots: landed } };
}

/** The slots of a pile that is poured out: those that the seat laid where it takes its own, else all. */
function poured(source: readonly Slot[], seat: number | null): Slot[] {
  const own = source.filter((slot) => slot.by === seat);
  return seat === null || own.length === 0 ? [...source] : own;
}

/** A playing card: its pack has one of it. */
export const PLAYING = /^([2-9TJQKA][CDHS]|JK[12])$/;

/** The one slot that an event means: the card by name, else one whose name is not known, else the top. */
function one(source: readonly Slot[], code: string | null, target: readonly Slot[]): Slot[] {
  const named = code === null ? undefined : source.find((slot) => slot.code === code);
  if (named) return [named];
  // A steal tells of a card that a player has moved already; of cards that a pack has more than once another may come.
  if (code !== null && PLAYING.test(code) && target[0]?.code === code) return [];
  const unknown = source.find((slot) => slot.code === null);
  const found = unknown ?? source[0];
  return found ? [found] : [];
}

/** A card is turned over where it lies. */
function shown(before: Tableau, pile: string, event: GameEvent): Tableau {
  const code = known(event.card);
  if (code === null) return before;
  const slots = before.get(pile) ?? [];
  if (slots.some((slot) => slot.code === code)) return before;
  const at = slots.findIndex((slot) => slot.code === null);
  if (at < 0) return before;
  return new Map(before).set(pile, slots.with(at, { ...slots[at]!, code }));
}

/** The table before these events, where nothing has been seen yet: the packets that cards come out of, whole. */
export function unlaid(events: readonly GameEvent[], view: View): Tableau {
  const counts = new Map<string, number>();
  for (const { from, to, card } of events) {
    if (from === undefined || to === undefined || card === undefined || kindOf(from) === "hand") continue;
    counts.set(from, (counts.get(from) ?? view.piles[from]?.count ?? 0) + 1);
  }
  const all = [...Object.keys(view.piles), ...counts.keys()];
  const piles = Object.fromEntries(all.map((pile) => [pile, { count: counts.get(pile) ?? 0 }]));
  return reconcile(new Map(), { ...view, piles });
}

/** How many cards of a seat lie in its piles that count for it. */
export function countOf(tableau: Tableau, seat: number, kinds: readonly string[]): number {
  return kinds.reduce((sum, kind) => sum + (tableau.get(`${kind} ${seat}`)?.length ?? 0), 0);
}
