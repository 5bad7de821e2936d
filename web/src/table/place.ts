// The position of every card in pixels, from a tableau and a layout. Pure, so that it can be tested.
import type { Point } from "../front/geometry";
import type { Place } from "./drawing";
import type { Row } from "./pits";
import { lay, type Group, type Sprite } from "./rows";
import { arranged, crowd, inFrame, low, round, ROWS, scales, smaller, type Round, type Surface } from "./surface";
import { kindOf, seatOf, type Slot, type Tableau } from "./tableau";

/** Every card's place. Piles without a place lie as small labelled stacks along the left edge. */
export function place(
  tableau: Tableau,
  surface: Surface,
): { sprites: Sprite[]; unplaced: { pile: string; x: number; y: number }[] } {
  const { x, y, card } = scales(surface);
  const around = round(surface);
  const groups: Group[] = [];
  const unplaced: { pile: string; x: number; y: number }[] = [];
  for (const [pile, slots] of tableau) {
    if (isApart(pile, surface)) continue;
    const away = surface.inner?.outside;
    const shown = away ? slots.filter((slot) => !away.has(slot.id)) : slots;
    if (shown.length < slots.length)
      groups.push({
        key: AWAY,
        pile,
        slots: slots.filter((slot) => away?.has(slot.id)),
        place: underStake(surface),
      });
    for (const group of split(pile, shown, surface)) {
      const found = within(group.key, group.seat, surface) ?? resolve(group.key, group.seat, surface, around);
      if (found)
        groups.push({
          key: group.key,
          pile,
          slots: inOrder(pile, found, group.slots, group.seat === surface.me),
          place: found,
        });
      else if (group.slots.length > 0) {
        const at = { pile, x: 30 * x, y: (110 + 76 * unplaced.length) * y };
        unplaced.push(at);
        groups.push({
          key: pile,
          pile,
          slots: group.slots,
          place: { x: 30, y: 110 + 76 * (unplaced.length - 1), w: 38 },
        });
      }
    }
  }
  const sprites = groups.flatMap((group, i) => {
    const counted = surface.inner && (group.key === AWAY || BESIDE.has(kindOf(group.pile)));
    const turn = leanOf(group.pile, surface);
    const laid = lay(group, i * 100, x, y, card).map((one) => (turn ? { ...one, turn } : one));
    return counted ? laid.map((one) => ({ ...one, buried: true })) : laid;
  });
  return { sprites, unplaced };
}

/** How far a seat's stack leans, in degrees. */
function leanOf(pile: string, { layout, shares }: Surface): number {
  const seat = seatOf(pile);
  if (seat === null || layout.leans?.kind !== kindOf(pile)) return 0;
  const part = 1 / shares.length;
  const share = (shares[seat] ?? 0) / (shares.reduce((sum, one) => sum + one, 0) || 1);
  return (layout.leans.most * Math.max(0, share - part)) / (1 - part);
}

/** Cards that do not lie in the inmost battle. */
const AWAY = "away";

/** They are counted where the stake stands. */
function underStake(surface: Surface): Place {
  const { x, y, width, height } = surface.inner!.pit.stake;
  return { ...inFrame({ x: x + width * 0.7, y: y + height / 2 }, surface), w: 24 };
}

/** While battles take up the table, packets are counted only. */
const BESIDE = new Set(["deck", "won", "removed"]);

/** `KIND`, or `KIND seat` for those of all others. */
function isApart(pile: string, { layout, me }: Surface): boolean {
  const kind = kindOf(pile);
  const seat = seatOf(pile);
  return (
    (layout.apart?.includes(kind) || (seat !== null && seat !== me && layout.apart?.includes(`${kind} seat`))) ?? false
  );
}

/** A shared pile of the layout's `bySeat` falls into a group for each who laid cards in it. */
function split(
  pile: string,
  slots: readonly Slot[],
  surface: Surface,
): { key: string; seat: number | null; slots: readonly Slot[] }[] {
  const own = seatOf(pile);
  if (own !== null || !surface.layout.bySeat.includes(pile)) return [{ key: kindOf(pile), seat: own, slots }];
  const found = new Map<number, Slot[]>();
  for (const slot of slots) {
    const by = slot.by ?? slot.owner ?? surface.me;
    found.set(by, [...(found.get(by) ?? []), slot]);
  }
  return [...found].map(([seat, laid]) => ({ key: pile, seat, slots: laid }));
}

/** In a row what was laid first lies first; a hand already comes in that order. */
function inOrder(pile: string, { spread = "stack" }: Place, slots: readonly Slot[], mine: boolean): readonly Slot[] {
  // What I know of another's hand lies on top of what I do not.
  const known = spread === "row" ? 1 : -1;
  if (kindOf(pile) === "hand" && !mine)
    return [...slots].sort((a, b) => known * (Number(a.code !== null) - Number(b.code !== null)));
  return spread === "stack" || kindOf(pile) === "hand" ? slots : [...slots].reverse();
}

/** From the middle of a name to its cards, in pixels. */
const NAME = 12;
/** From the middle of a short name to what stands beside it. */
const BESIDE_NAME = 32;

function resolve(key: string, seat: number | null, surface: Surface, around: Round | null): Place | null {
  const places = arranged(surface).places;
  if (key === "last" && !places[seat === surface.me ? "last me" : "last far"]) {
    const pot = resolve("pot", seat, surface, around);
    if (!pot) return null;
    // Its row begins where theirs does, so that it ends within the table too.
    const { card, x } = scales(surface);
    const left = pot.centred ? 0 : (pot.w * (1 - PAST) * card) / 2 / x;
    return { ...pot, x: pot.x - left, w: pot.w * PAST, step: pot.w * 0.42, tight: pot.w * 0.2 };
  }
  if (seat === null) return onDisc(places[key], surface, around);
  const me = places[`${key} me`];
  if (seat === surface.me && me) return around && arranged(surface).columns ? inColumn(me, seat, surface, around) : me;
  if (seat === surface.me) return null;
  const far = places[`${key} far`];
  if (far && surface.seats === 2) return far;
  const near = places[`${key} seat`];
  if (!near || !around) return null;
  if (arranged(surface).columns) return inColumn(near, seat, surface, around);
  const { card } = scales(surface);
  const anchor = around.anchors[seat]!;
  // Where many sit around a small table only the top of each hand is seen: below the name, or where there is no height beside it.
  const piled = (surface.breakpoint === "phone" || low(surface)) && crowd(surface.seats) < 0.6 && near.spread === "row";
  const small = smaller(surface) * (piled ? 1.15 : 1);
  const w = near.w * small;
  // Beside it on the inner side, where others sit above and below.
  const sideways = Math.abs(anchor.x - around.middle.x) > 1.3 * Math.abs(anchor.y - around.middle.y);
  const inwards = low(surface) || anchor.x < around.middle.x ? 1 : -1;
  if (piled && (low(surface) || sideways))
    return {
      ...near,
      ...inFrame({ x: anchor.x + inwards * (BESIDE_NAME + (w / 2) * card), y: anchor.y }, surface),
      w,
      spread: "stack",
    };
  const under = NAME + w * 0.7 * card;
  const [right, down] =
    around.radius === 0 ? [0, 0] : piled ? [0, under] : [near.x * small * card, Math.max(near.y * small * card, under)];
  const at = { x: anchor.x + right, y: anchor.y + down };
  const least = w * LEAST_ROW * card;
  const room = near.spread === "row" && !near.centred ? free(at, w, seat, surface, around) : Infinity;
  const most = surface.width - (w / 2) * card;
  return {
    ...near,
    ...inFrame({ x: Math.max(surface.width - most, at.x + Math.min(0, room - least)), y: at.y }, surface),
    w,
    spread: piled ? "stack" : near.spread,
    step: near.step && near.step * small,
    tight: near.tight && near.tight * small,
    span: near.span && Math.min(near.span * small, Math.max(room, least) / card),
  };
}

/** A row is never narrower than this, in widths of its cards: it begins earlier. */
const LEAST_ROW = 1.6;
/** A row keeps so far from the edge of the table and from the disc. */
const MARGIN = 6;
/** The room for a row that begins here: as far as the disc, the next seat's cards, or the edge of the table. */
function free({ x, y }: Point, w: number, seat: number, surface: Surface, { middle, radius, anchors }: Round): number {
  const { card } = scales(surface);
  const before = x < middle.x - radius && Math.abs(y - middle.y) < radius + w * 0.5 * card;
  const right = before ? middle.x - radius : surface.width;
  const { x: beside, w: wide } = arranged(surface).places["deck seat"] ?? { x: 0, w };
  const own = anchors[seat]!;
  const next = anchors.filter(
    (one, i) => i !== surface.me && i !== seat && one.x > x && Math.abs(one.y - own.y) < w * 1.4 * card,
  );
  const cards = next.map((one) => one.x + (beside - wide / 2) * smaller(surface) * card);
  return Math.min(right, ...cards) - MARGIN - (x - (w / 2) * card);
}

/** A hand in a column, which is no wider than that. */
function inColumn(place: Place, seat: number, surface: Surface, { anchors }: Round): Place {
  const wide = surface.width / surface.seats - COLUMN;
  const { card } = scales(surface);
  const [w, span] = [Math.min(place.w, wide / card), Math.min(place.span ?? Infinity, wide / card)];
  return { ...place, ...inFrame(anchors[seat]!, surface), w, span };
}
/** The borders of a column take up so much of it. */
const COLUMN = 8;

/** The last battle is smaller than it was. */
const PAST = 0.83;

/** What lies on the disc keeps to it, which grows as cards do and not as the table. */
function onDisc(place: Place | undefined, surface: Surface, around: Round | null): Place | null {
  const { round: placed } = arranged(surface);
  if (!place || !placed || !around) return place ?? null;
  const [right, down] = [place.x - placed.middle.x, place.y - placed.middle.y];
  if (Math.hypot(right, down) > placed.radius) return place;
  const { card } = scales(surface);
  return { ...place, ...inFrame({ x: around.middle.x + right * card, y: around.middle.y + down * card }, surface) };
}

/** Places in the inmost battle, in units of the frame. */
function within(key: string, seat: number | null, surface: Surface): Place | null {
  if (!surface.inner) return null;
  const { card } = scales(surface);
  const { pit, plates, lies } = surface.inner;
  const side = seat === surface.me ? "me" : "far";
  const units = ({ x, y, w, step }: Row): Place => {
    const each = step / card;
    return { ...inFrame({ x, y }, surface), w: w / card, spread: "row", step: each, tight: each };
  };
  if (ROWS.includes(key)) {
    const before = ROWS.slice(0, ROWS.indexOf(key)).reduce((sum, one) => sum + (lies[side][one] ?? 0), 0);
    const row = pit[side];
    return units({ ...row, x: row.x + before * row.step });
  }
  if (key === "table") {
    const { w, span } = pit.table;
    return { ...units({ ...pit.table, step: w + 7 }), straight: true, span: span / card };
  }
  if (key === "deck" || key === "won") {
    const { x, y, number } = plates[side];
    return { ...inFrame({ x: x + number * 0.6, y: y + number * 0.4 }, surface), w: 24 };
  }
  return null;
}
