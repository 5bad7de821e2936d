// The picture at one time of a film: `scene` is a pure function of the timeline, the surface and the time.
import { pits, type Nested } from "../table/pits";
import type { Layout } from "../table/drawing";
import { place } from "../table/place";
import { along, unmoved, type Sprite } from "../table/rows";
import { arranged, ROWS, scales, type Lies, type Spot, type Surface } from "../table/surface";
import { kindOf, seatOf, type Slot, type Tableau } from "../table/tableau";
import { ENDED, isAjar, type Battle, type Still } from "./still";
import { eased, END, FADE, turned } from "./timings";
import { cueAt, type Cue, type Timeline } from "./timeline";

/** What a table is laid on: its layout and size. */
export interface Ground {
  layout: Layout;
  breakpoint: "desk" | "phone";
  width: number;
  height: number;
  me: number;
  seats: number;
  /** Every change is a fade. */
  reduced: boolean;
  /** The end of the game is told on it: the cards leave, and the front draws back. */
  ends: boolean;
}

/** A table laid out: where each card of a still lies. */
export interface Laid {
  surface: Surface;
  nested: Nested | null;
  sprites: ReadonlyMap<number, Target>;
  unplaced: readonly { pile: string; x: number; y: number }[];
  /** Where my lifted card will be laid. */
  slot: Spot | null;
  front: FrontTarget;
}

/** Where a card is to lie, and in what light. */
export interface Target extends Sprite {
  dim: number;
  forward: boolean;
  /** It lies in the last battle. */
  past: boolean;
}

/** How open the mouth of the front is, and where the front's present is in the arrangement's frame. */
export interface FrontTarget {
  wide: number;
  now: number;
  /** How many turns lie between the left edge and its present, and how many there have been. */
  steps: number;
  length: number;
  /** How far the front has drawn back over the whole game, 0 to 1. */
  whole: number;
}

/** A card as it is seen. */
export interface Card {
  target: Target;
  x: number;
  y: number;
  w: number;
  turn: number;
  dim: number;
  opacity: number;
  /** The face or back that is seen, and how far it is turned away: 0 flat, 90 on its edge. */
  code: string | null;
  owner: number | null;
  angle: number;
  z: number;
  moves: boolean;
  /** When it reaches its place. */
  lands: number;
}

export interface Scene {
  still: Still;
  laid: Laid;
  cards: readonly Card[];
  front: FrontTarget & { from: FrontTarget; target: FrontTarget; moves: boolean };
  /** The opacity of cards and numbers: at the end they fade. */
  table: number;
  /** True while anything moves. */
  moves: boolean;
}

const FORWARD = { towards: 8, grows: 1.045 };
const KNOCK = 3;
/** How my card is held while it waits, in its widths and degrees. */
const HELD = { right: 0.13, up: 0.2, turn: 4.5 };
const PAST = { lost: -4, won: 2.5 };

const memory = new WeakMap<Tableau, { ground: Ground; said: readonly unknown[]; laid: Laid }>();

/** Lays a still on a ground. Stills that differ only in what is told or counted are laid as the same object. */
export function lay(still: Still, ground: Ground): Laid {
  const said = decides(still, ground);
  const before = memory.get(still.tableau);
  if (before && equal(before.ground, ground) && said.every((one, i) => one === before.said[i])) return before.laid;
  const laid = layOut(still, ground);
  memory.set(still.tableau, { ground, said, laid });
  return laid;
}

/** What decides how a still is laid, besides its tableau. */
function decides({ poses, last, battles, lifted, course, ended }: Still, { layout }: Ground): unknown[] {
  const fought = layout.nests ? battles : battles.length > 0;
  const shares = course.at(-1)?.join(" ");
  return [poses, last?.slots, last?.poses, last?.decided, fought, lifted, course.length, shares, ended >= ENDED.front];
}

const equal = (a: Ground, b: Ground) =>
  a === b || (Object.keys(a) as (keyof Ground)[]).every((key) => a[key] === b[key]);

/** The layout for a table at which players hold hands, if they do. */
const withHands = (layout: Layout, tableau: Tableau): Layout =>
  layout.hands && tableau.has("hand 0") ? { ...layout, ...layout.hands } : layout;

function layOut(still: Still, ground: Ground): Laid {
  const { breakpoint, width, height, me, seats } = ground;
  const layout = withHands(ground.layout, still.tableau);
  const battle = still.battles.at(-1);
  const lies = battle && inPit(still, battle, me);
  const laid = { me: sumOf(lies?.me), far: sumOf(lies?.far) };
  const nested = layout.nests && battle ? pits(still.battles, width, height, breakpoint === "phone", laid) : null;
  const inner =
    nested && battle && lies ? { pit: nested.pit, plates: nested.plates, outside: battle.outside, lies } : null;
  const shares = still.course.at(-1) ?? Array<number>(seats).fill(1);
  const surface: Surface = { layout, breakpoint, width, height, me, seats, shares, inner, plates: nested?.plates };
  const { sprites, unplaced } = place(inner ? still.tableau : withLast(still), surface);
  const found = new Map(sprites.map((one) => [one.slot.id, posed(one, still, surface)]));
  const slot = lift(still, surface, found);
  return { surface, nested, sprites: found, unplaced, slot, front: frontOf(still, surface, nested, ground.ends) };
}

const sumOf = (lies: Readonly<Record<string, number>> = {}) => Object.values(lies).reduce((sum, one) => sum + one, 0);

/** How many cards of each kind of pile each side has in the inmost battle. */
function inPit({ tableau }: Still, { outside }: Battle, me: number): Lies {
  const found: Lies = { me: {}, far: {} };
  for (const [pile, slots] of tableau) {
    const kind = kindOf(pile);
    if (!ROWS.includes(kind)) continue;
    for (const slot of slots) {
      const side = found[(seatOf(pile) ?? slot.by ?? slot.owner ?? me) === me ? "me" : "far"];
      if (!outside.has(slot.id)) side[kind] = (side[kind] ?? 0) + 1;
    }
  }
  return found;
}

/** The piles, with the last battle as one of its own beside its winner's deck. */
function withLast({ tableau, last }: Still): Tableau {
  if (!last) return tableau;
  const ids = new Set(last.slots.map((slot) => slot.id));
  const piles = [...tableau].map(([pile, slots]): [string, readonly Slot[]] => [
    pile,
    slots.some((slot) => ids.has(slot.id)) ? slots.filter((slot) => !ids.has(slot.id)) : slots,
  ]);
  return new Map([...piles, [`last ${last.seat}`, [...last.slots].reverse()]]);
}

/** A card in its pose: a winner steps towards the middle of the table, tied cards knock on each other. */
function posed(sprite: Sprite, { poses, last }: Still, { height }: Surface): Target {
  const { id } = sprite.slot;
  const past = last?.poses.get(id);
  if (past) {
    const won = id === last!.slots.at(-1)!.id && last!.decided !== null;
    return { ...sprite, turn: won ? PAST.won : PAST.lost, dim: past.dim, forward: false, past: true };
  }
  const pose = poses.get(id);
  if (!pose) return { ...sprite, dim: 0, forward: false, past: false };
  const towards = sprite.y < height / 2 ? 1 : -1;
  const y = sprite.y + towards * (pose.forward ? FORWARD.towards : pose.knocks ? KNOCK : 0);
  const w = pose.forward ? sprite.w * FORWARD.grows : sprite.w;
  return { ...sprite, y, w, dim: pose.dim, forward: pose.forward, past: false };
}

/**
 * Holds my lifted card over the place where it will be laid, for which my row makes room; the one below it is the top of
 * my deck.
 */
function lift(still: Still, surface: Surface, found: Map<number, Target>): Spot | null {
  const card = still.lifted === null ? undefined : found.get(still.lifted);
  const pot = arranged(surface).places["pot me"];
  const mine = [...found.values()].filter((one) => one.pile === "pot" && one.slot.by === surface.me);
  const last = mine.at(-1);
  if (!card || !pot || !last) return null;
  const scale = scales(surface).card;
  const offsets = along([...mine.map((one) => one.slot), { code: "" }], pot);
  const xs = offsets.map((offset) => mine[0]!.x + offset * scale);
  mine.forEach((one, i) => found.set(one.slot.id, { ...one, x: xs[i]! }));
  const at = { x: Math.min(xs.at(-1)!, surface.width - last.w * 0.75), y: last.y, w: last.w };
  found.set(card.slot.id, {
    ...card,
    x: at.x + at.w * HELD.right,
    y: at.y - at.w * HELD.up,
    w: at.w,
    turn: card.turn + HELD.turn,
    z: card.z + 5000,
    stack: 1,
    buried: false,
  });
  const top = [...found.values()].find((one) => one.pile === card.pile && one.slot.id !== card.slot.id);
  if (top) found.set(top.slot.id, { ...top, buried: false, stack: card.stack - 1 });
  return at;
}

/** While a plain turn is played the front is ajar. */
const AJAR = 0.11;

function frontOf(still: Still, surface: Surface, nested: Nested | null, ends: boolean): FrontTarget {
  const { front, frame } = arranged(surface);
  const battle = still.battles.length > 0;
  const length = still.course.length;
  const whole = ends && still.ended >= ENDED.front ? 1 : 0;
  const wide = whole ? 0 : battle ? 1 : isAjar(still) ? AJAR : 0;
  if (!front) return { wide, now: 1, steps: 1, length, whole };
  if (whole) return { wide, now: frame[0], steps: Math.max(1, length - 1), length, whole };
  if (nested) return { wide, now: nested.front.now / scales(surface).x, steps: nested.front.steps, length, whole };
  return { wide, now: battle ? front.now : front.rest, steps: front.steps, length, whole };
}

interface Span {
  at: number;
  lasts: number;
}

interface Numbers {
  x: number;
  y: number;
  w: number;
  turn: number;
  dim: number;
}

/** A card's way to its target, and the turning of its face. */
interface Track {
  target: Target;
  from: Numbers;
  span: Span;
  under: boolean;
  face: { before: Slot; after: Slot; from: number; to: number };
  /** How it is seen once it lies. */
  rests?: Card;
}

interface Tracks {
  ground: Ground;
  laid: Laid;
  cards: ReadonlyMap<number, Track>;
  front: { from: FrontTarget; target: FrontTarget; span: Span };
}

const tracked = new WeakMap<Cue, Tracks>();

/** Every card's way as it is from a cue on. */
function tracksAt(timeline: Timeline, index: number, ground: Ground): Tracks {
  const cue = timeline.cues[index]!;
  const known = tracked.get(cue);
  if (known && equal(known.ground, ground)) return known;
  let first = index;
  while (first > 0 && !isTracked(timeline.cues[first - 1]!, ground)) first--;
  let found = first > 0 ? tracked.get(timeline.cues[first - 1]!)! : null;
  for (let i = first; i <= index; i++)
    tracked.set(timeline.cues[i]!, (found = tracksFrom(found, timeline.cues[i]!, ground)));
  return found!;
}

const isTracked = (cue: Cue, ground: Ground) => {
  const known = tracked.get(cue);
  return known !== undefined && equal(known.ground, ground);
};

const NEVER: Span = { at: -Infinity, lasts: 0 };

function tracksFrom(before: Tracks | null, cue: Cue, ground: Ground): Tracks {
  const laid = lay(cue.still, ground);
  if (before?.laid === laid) return before;
  const cards = new Map<number, Track>();
  let order = 0;
  for (const [id, found] of laid.sprites) {
    const was = before?.cards.get(id);
    const target = was ? unmoved(was.target, found) : found;
    if (!was) cards.set(id, { target, from: target, span: NEVER, under: false, face: faceOf(target.slot) });
    else if (was.target === target) cards.set(id, was);
    else {
      const moves = differs(was.target, target);
      // Only what goes to another pile leaves one after the other.
      const delay = was.target.pile === target.pile ? 0 : cue.apart * order++;
      cards.set(id, turnedTo(was, target, cue, delay, moves, ground));
    }
  }
  const front = before
    ? frontFrom(before.front, laid.front, cue)
    : { from: laid.front, target: laid.front, span: NEVER };
  return { ground, laid, cards, front };
}

function turnedTo(was: Track, target: Target, cue: Cue, delay: number, moves: boolean, ground: Ground): Track {
  // Nobody sees a card move from under a pile to under the same pile.
  if (was.target.buried && target.buried && was.target.pile === target.pile && cue.at >= was.span.at + was.span.lasts)
    return { target, from: target, span: NEVER, under: false, face: faceOf(target.slot) };
  const at = cue.at + delay;
  const under = cue.under && was.target.past;
  const way = moves
    ? {
        from: at > was.span.at ? numbersAt(was, cue.at, ground) : was.from,
        span: { at, lasts: ground.reduced ? FADE : cue.lasts },
        under,
      }
    : { from: was.from, span: was.span, under: was.under };
  const { code, owner } = was.face.after;
  if (code === target.slot.code && owner === target.slot.owner) return { ...way, target, face: was.face };
  const [from, to] = under || ground.reduced ? [cue.lasts, cue.lasts] : cue.flip;
  const shown = cue.at < (was.face.from + was.face.to) / 2 ? was.face.before : was.face.after;
  return { ...way, target, face: { before: shown, after: target.slot, from: at + from, to: at + to } };
}

const faceOf = (slot: Slot) => ({ before: slot, after: slot, from: -Infinity, to: -Infinity });

const PLACE = ["x", "y", "w", "turn", "dim"] as const;
const differs = (a: Numbers, b: Numbers) => PLACE.some((key) => a[key] !== b[key]);

function frontFrom(was: Tracks["front"], target: FrontTarget, cue: Cue): Tracks["front"] {
  const { length } = was.target;
  if ((Object.keys(target) as (keyof FrontTarget)[]).every((key) => was.target[key] === target[key])) return was;
  const from = frontAt(was, cue.at);
  // The course goes with one turn; several at once are drawn again.
  const along = Math.abs(target.length - length) > 1 ? target.length : from.length;
  return { from: { ...from, length: along }, target, span: { at: cue.at, lasts: cue.lasts } };
}

/** How far a way has been gone at a time, 0 to 1. */
const gone = ({ at, lasts }: Span, t: number) =>
  lasts === 0 ? Number(t >= at) : Math.min(1, Math.max(0, (t - at) / lasts));
const mix = (from: number, to: number, share: number) => (share === 1 ? to : from + (to - from) * share);

function numbersAt({ from, target, span }: Track, t: number, ground: Ground): Numbers {
  const share = ground.reduced ? Number(t >= span.at) : eased(gone(span, t));
  const of = (key: (typeof PLACE)[number]) => mix(from[key], target[key], share);
  return { x: of("x"), y: of("y"), w: of("w"), turn: of("turn"), dim: of("dim") };
}

function frontAt({ from, target, span }: Tracks["front"], t: number): FrontTarget {
  const share = eased(gone(span, t));
  const of = (key: keyof FrontTarget) => mix(from[key], target[key], share);
  // A front that draws back is drawn anew in every frame; else its turns keep their width.
  const steps = target.whole === from.whole ? target.steps : of("steps");
  return { wide: of("wide"), now: of("now"), steps, length: of("length"), whole: of("whole") };
}

/** What is seen of a timeline at a time. */
export function scene(timeline: Timeline, ground: Ground, t: number): Scene {
  const index = cueAt(timeline, t);
  const { still } = timeline.cues[index]!;
  const tracks = tracksAt(timeline, index, ground);
  const table = ground.ends ? 1 - gone({ at: leftAt(timeline, index), lasts: END.fade }, t) : 1;
  const cards: Card[] = [];
  for (const track of table > 0 ? tracks.cards.values() : []) {
    const moves = t < track.span.at + track.span.lasts || t < track.face.to;
    if (track.target.buried && !moves) continue;
    const card = cardAt(track, t, moves, ground);
    cards.push(table < 1 ? { ...card, opacity: card.opacity * table, moves: true } : card);
  }
  const { from, target, span } = tracks.front;
  const moves = !ground.reduced && t < span.at + span.lasts;
  const front = { ...(moves ? frontAt(tracks.front, t) : target), from, target, moves };
  return { still, laid: tracks.laid, cards, front, table, moves: moves || cards.some((one) => one.moves) };
}

/** When the cards begin to leave the table at the end; Infinity while the game goes on. */
function leftAt({ cues }: Timeline, index: number): number {
  if (cues[index]!.still.ended === ENDED.not) return Infinity;
  let first = index;
  while (first > 0 && cues[first - 1]!.still.ended !== ENDED.not) first--;
  return first === 0 ? -Infinity : cues[first]!.at;
}

function cardAt(track: Track, t: number, moves: boolean, ground: Ground): Card {
  if (track.rests && !moves) return track.rests;
  const { target, span, face, under } = track;
  const half = (face.from + face.to) / 2;
  const share = face.to > face.from ? turned(gone({ at: face.from, lasts: face.to - face.from }, t)) : 1;
  const { code, owner } = share < 0.5 || t < half ? face.before : face.after;
  const card = {
    target,
    ...numbersAt(track, t, ground),
    opacity: ground.reduced ? gone(span, t) : 1,
    code,
    owner,
    angle: 180 * Math.min(share, 1 - share),
    z: target.z + (moves && !under ? 5000 : 0),
    moves,
    lands: span.at + span.lasts,
  };
  if (!moves) track.rests = card;
  return card;
}
