// Compiles a message of the room into cues: the times at which its events are seen, told, counted and heard.
import {
  collects,
  deals,
  givesReason,
  isPlain,
  laysFaceDown,
  opensBattle,
  pours,
  rings,
  settles,
  shuffles,
  turnsUp,
  wins,
} from "../table/events";
import { apply, kindOf, seatOf, unlaid, type Slot, type Tableau } from "../table/tableau";
import type { Drama, GameEvent, Question, Step, View } from "../wire";
import { lastStill, cueOf, joined, takenBack, type Cue, type Rest, type Timeline } from "./timeline";
import { isAjar, settled, sharesOf, withLine, type Counting, type LastBattle, type Pose, type Still } from "./still";
import * as time from "./timings";

export interface Rules {
  seats: number;
  me: number;
  counting: Counting;
  /** Piles whose cards lie before the seats that laid them; on any other one a card covers another. */
  bySeat: readonly string[];
  /** What the game stages. */
  drama: Drama;
  /** My card of a battle waits for me. */
  holds: boolean;
}

interface Told {
  events: readonly GameEvent[];
  view: View;
  question: Question | null;
}

interface Change extends Omit<Cue, "still"> {
  make: (still: Still) => Still;
}

interface Flight {
  flight: number;
  flip: readonly [number, number];
  later: number;
}

const BETWEEN = ["pot", "table", "field"];
const DIM = { loser: 0.44, winner: 0.2 };

/** The timeline with what a step tells: it begins when all that came before it is over, and not before `now`. */
export function append(timeline: Timeline, step: Step, now: number, rules: Rules): Timeline {
  const before = lastStill(timeline);
  const at = Math.max(now, timeline.ends);
  const back = takenBack(timeline.trail, step);
  const reel = new Reel(before, at, rules, timeline.faces);
  if (back) reel.take(back);
  return joined(timeline, now, reel.run(step));
}

/** A still with all that a step tells, at rest. */
export function laid(before: Still, step: Told, rules: Rules): Still {
  const reel = new Reel(before, 0, { ...rules, holds: false }, new Map());
  reel.play(step);
  reel.settle(step);
  return reel.still();
}

/** A still in the midst of a step, after these events; the others decide how the cards lie. */
export function amid(
  before: Still,
  events: readonly GameEvent[],
  others: readonly GameEvent[],
  view: View,
  rules: Rules,
): Still {
  const reel = new Reel(before, 0, { ...rules, holds: false }, new Map());
  reel.play({ events, view }, others);
  return reel.still();
}

/**
 * In a battle my own card is turned up after the others': all are turned at once, and mine is worth waiting for.
 * Only neighbours change their order.
 */
export function mineLast(events: readonly GameEvent[], me: number, drama: Drama): GameEvent[] {
  const found: GameEvent[] = [];
  let open = false;
  for (let i = 0; i < events.length;) {
    const run = runOf(events.slice(i), turnsUp);
    open ||= opensBattle(drama, events[i]!);
    if (open && run.length > 1) {
      found.push(...run.filter((one) => one.seat !== me), ...run.filter((one) => one.seat === me));
    } else found.push(...(run.length > 0 ? run : [events[i]!]));
    i += Math.max(1, run.length);
  }
  return found;
}

/** The first events for which something holds. */
function runOf(events: readonly GameEvent[], holds: (event: GameEvent, i: number) => boolean): GameEvent[] {
  const end = events.findIndex((event, i) => !holds(event, i));
  return events.slice(0, end < 0 ? undefined : end);
}

class Reel {
  readonly changes: Change[] = [];
  readonly rests: Rest[] = [];
  readonly waits: number[] = [];
  #at: number;
  #tableau: Tableau;
  #open: ReadonlySet<string> = new Set();
  #turn = 0;
  /** Since when each card that was turned up has lain still. */
  readonly #faces: Map<number, number>;
  /** How deep each open battle lies. */
  #depths: readonly number[];
  /** The cards that met last, and who won with which of them. */
  #met: readonly number[] = [];
  #won: number | null = null;

  constructor(
    readonly before: Still,
    at: number,
    readonly rules: Rules,
    faces: ReadonlyMap<number, number>,
  ) {
    this.#at = at;
    this.#tableau = before.tableau;
    this.#faces = new Map(faces);
    this.#depths = before.battles.map((one) => one.depth);
  }

  /** A step that takes back leads to this position. */
  take({ log, gains, history, course }: Still): void {
    this.#change({ make: (still) => ({ ...still, log, gains, history, course, last: null, poses: new Map() }) });
  }

  /** The cues of a step. */
  run(step: Step): Omit<Timeline, "trail"> {
    this.play(step);
    this.settle(step);
    let still = this.before;
    const cues = this.#inOrder().map(({ make, ...cue }) => ({ ...cue, still: (still = make(still)) }));
    return { cues, rests: this.rests, waits: this.waits, ends: this.#at, faces: this.#faces };
  }

  /** What it all leads to. */
  still(): Still {
    return this.#inOrder().reduce((still, one) => one.make(still), this.before);
  }

  #inOrder(): Change[] {
    return [...this.changes].sort((a, b) => a.at - b.at);
  }

  /** Shows events; `others` come after them in another piece. */
  play({ events, view }: Omit<Told, "question">, others: readonly GameEvent[] = []): void {
    this.#turn = view.turns;
    this.#open = new Set(Object.entries(view.piles).flatMap(([pile, shown]) => (shown.cards ? [pile] : [])));
    if (this.#tableau.size === 0) {
      const tableau = (this.#tableau = unlaid(events, view));
      this.#change({ make: (still) => ({ ...still, tableau, lying: counted(tableau) }) });
    }
    if (events.length > 0) {
      this.#change({ lasts: time.SLIP, under: true, make: (still) => ({ ...still, question: null, last: null }) });
    }
    const all = this.rules.drama.suspense ? mineLast(events, this.rules.me, this.rules.drama) : events;
    for (let i = 0; i < all.length;) i += this.#next(all.slice(i), others);
  }

  /** Shows the next events that belong together, and returns how many they are. */
  #next(events: readonly GameEvent[], others: readonly GameEvent[]): number {
    const [event] = events as [GameEvent];
    const after = (n: number) => [...events.slice(n), ...others];
    const follows = (one: GameEvent) => turnsUp(one) && one.to === event.to;
    if (turnsUp(event) && event.to !== undefined) {
      const run = runOf(events, (one, i) => follows(one) && events.findIndex((other) => other.seat === one.seat) === i);
      this.#turnUp(run, after(run.length));
      return run.length;
    }
    if (laysFaceDown(event)) return this.#layDown(runOf(events, laysFaceDown));
    if (opensBattle(this.rules.drama, event)) return this.#battle(event, after(1));
    if (collects(event)) return this.#sweep(runOf(events, collects));
    if (deals(event) && event.text) return this.#dealUp(event);
    if (pours(event)) return this.#pour(runOf(events, (one) => pours(one) && !collects(one)));
    return this.#single(event);
  }

  /** Adds a change, now if no time is given. */
  #change(change: Partial<Change> & Pick<Change, "make">): void {
    const { still: _, ...cue } = cueOf(this.#at, this.before);
    this.changes.push({ ...cue, ...change });
  }

  #tell(at: number, ...events: readonly GameEvent[]): void {
    const turn = this.#turn;
    const { drama } = this.rules;
    this.#change({ at, make: (still) => events.reduce((one, event) => withLine(one, turn, event, drama), still) });
  }

  #hear(at: number, event: GameEvent): void {
    this.#change({ at, heard: { event, depth: this.#depths.length }, make: (still) => still });
  }

  /** Moves what an event moves, and counts it when it lands; returns its slots. */
  #move(event: GameEvent, at: number, motion: Pick<Change, "lasts" | "flip"> & Partial<Change>, lands: number): Slot[] {
    const { after, move } = apply(this.#tableau, event, (pile) => this.#open.has(pile));
    if (after === this.#tableau) return [];
    this.#tableau = after;
    const n = move?.slots.length ?? 0;
    const { make } = motion;
    this.#change({
      ...motion,
      at,
      make: (still) => {
        const moved = { ...still, tableau: after, lying: move ? more(still.lying, move.from, -n) : still.lying };
        return make ? make(moved) : moved;
      },
    });
    if (!move) return (after.get(event.from!) ?? []).filter((slot) => slot.code !== null);
    this.#change({ at: lands, make: (still) => ({ ...still, lying: more(still.lying, move.to, n) }) });
    return move.slots;
  }

  /** The slots that an event would move. */
  #moved(event: GameEvent): Slot[] {
    return apply(this.#tableau, event, (pile) => this.#open.has(pile)).move?.slots ?? [];
  }

  /** The cards between the players whose faces are seen. */
  #faceUp(): number[] {
    const laid = [...this.#tableau].flatMap(([pile, slots]) => (BETWEEN.includes(kindOf(pile)) ? slots : []));
    return laid.flatMap((slot) => (slot.code === null ? [] : [slot.id]));
  }

  #ids(event: GameEvent): number[] {
    return this.#moved(event).map((slot) => slot.id);
  }

  /** When these may be moved, or covered: every face among them has been seen for long enough. */
  #seen(ids: readonly number[]): number {
    const since = Math.max(...ids.map((id) => this.#faces.get(id) ?? -Infinity));
    const until = since + time.REST;
    if (until <= this.#at) return this.#at;
    this.rests.push({ from: since, to: until });
    return until;
  }

  /** When a card may be laid on a pile: where it would cover another, not before that was seen. */
  #free(event: GameEvent): number {
    if (event.to === undefined || this.rules.bySeat.includes(event.to)) return this.#at;
    const top = this.#tableau.get(event.to)?.[0];
    return top ? this.#seen([top.id]) : this.#at;
  }

  /** One card of each of these seats is turned up; what follows decides who steps forward. */
  #turnUp(run: readonly GameEvent[], rest: readonly GameEvent[]): void {
    const waits =
      this.rules.drama.suspense && this.rules.holds && this.#depths.length > 0 && run.at(-1)!.seat === this.rules.me;
    const from = this.#at;
    const met = this.#fly(waits ? run.slice(0, -1) : run, time.TURN_UP);
    if (waits) {
      const mine = this.#moved(run.at(-1)!)[0];
      this.#change({ at: from, lasts: time.LIFT, make: (still) => ({ ...still, lifted: mine?.id ?? null }) });
      this.#at = Math.max(this.#at, from + time.LIFT);
      this.#change({ make: (still) => ({ ...still, held: true }) });
      this.waits.push(this.#at);
      // Time stands still at the wait itself: what follows comes right after it.
      this.#at += 1;
      this.#change({ make: (still) => ({ ...still, held: false, lifted: null }) });
      met.push(...this.#fly(run.slice(-1), { ...time.LAND, later: 0 }));
    }
    this.#met = met.map((slot) => slot.id);
    this.#outcome(met, run[0]!.to!, rest);
  }

  /** Cards fly and turn over; when the last lies flat all are told. */
  #fly(run: readonly GameEvent[], { flight, flip, later }: Flight): Slot[] {
    const found: Slot[] = [];
    const from = Math.max(this.#at, ...run.map((event) => Math.max(this.#free(event), this.#seen(this.#ids(event)))));
    run.forEach((event, i) => {
      const at = from + later * i;
      found.push(...this.#move(event, at, { lasts: flight, flip }, at + flight));
      this.#hear(at + flip[1], event);
      this.#at = at + flip[1];
    });
    this.#tell(this.#at, ...run);
    for (const slot of found) this.#faces.set(slot.id, this.#at);
    return found;
  }

  /** The higher card steps forward and the others dim, or equal ones knock; then they rest. */
  #outcome(met: readonly Slot[], pile: string, rest: readonly GameEvent[]): void {
    const { drama } = this.rules;
    const decides = (one: GameEvent) => wins(one) || settles(drama, one) || collects(one);
    const next = rest.find((one) => opensBattle(drama, one) || decides(one) || turnsUp(one) || givesReason(drama, one));
    const at = this.#at;
    this.#won = null;
    if (next && opensBattle(drama, next)) {
      const knock = poses(tied(met).map((slot) => [slot.id, { dim: 0, forward: false, knocks: true }]));
      const half = time.STEP / 2;
      this.#change({ lasts: half, make: (still) => ({ ...still, poses: new Map([...still.poses, ...knock]) }) });
      this.#change({ at: at + half, lasts: half, make: (still) => ({ ...still, poses: new Map() }) });
      // Where battles nest their cards are laid anew: then they are seen first.
      this.#rest(met, at + time.STEP, drama.reason ? time.REST : time.REST_OF_TIE);
      return;
    }
    const winner = next && decides(next) ? (next.seat ?? seatOf(next.to ?? "")) : null;
    const won = met.find((slot) => slot.by === winner);
    if (!won || met.length < 2 || !this.rules.bySeat.includes(pile)) return;
    this.#won = won.id;
    const posed = poses(
      (this.#tableau.get(pile) ?? []).map(({ id }) => [
        id,
        { dim: id === won.id ? 0 : DIM.loser, forward: id === won.id, knocks: false },
      ]),
    );
    this.#change({ lasts: time.STEP, make: (still) => ({ ...still, poses: posed }) });
    this.#rest(met, at + time.STEP, this.#depths.length > 0 ? time.REST_OF_WAR : time.REST);
  }

  /** Nothing moves from a time on, for so long. */
  #rest(cards: readonly Slot[], from: number, lasts: number): void {
    for (const { id } of cards) this.#faces.set(id, from);
    this.rests.push({ from, to: from + lasts });
    this.#at = from + lasts;
  }

  /** The front makes way for a battle. */
  #battle(event: GameEvent, rest: readonly GameEvent[]): number {
    if (this.rules.drama.reason) this.#at = this.#seen(this.#faceUp());
    this.#change({ lasts: time.SQUEEZE, make: (still) => began(still, event, rest) });
    this.#hear(this.#at, event);
    this.#depths = [...this.#depths, event.depth ?? 0];
    this.#at += time.SQUEEZE;
    this.#change({ make: (still) => ({ ...still, battles: named(still.battles) }) });
    this.#tell(this.#at, event);
    return 1;
  }

  /** All sides lay face down at once. */
  #layDown(run: readonly GameEvent[]): number {
    const nth = run.map((event, i) => run.slice(0, i).filter((one) => one.seat === event.seat).length);
    const order = run.map((event, i) => ({ event, n: nth[i]! })).sort((a, b) => a.n - b.n);
    const at = this.#at;
    for (const { event, n } of order) {
      const from = at + n * time.LAY.apart;
      this.#move(event, from, { lasts: time.LAY.flight, flip: [0, 0] }, from + time.LAY.flight);
      this.#hear(from + time.LAY.flight, event);
      this.#at = Math.max(this.#at, from + time.LAY.flight);
    }
    this.#tell(this.#at, ...run);
    this.rests.push({ from: this.#at, to: this.#at });
    return run.length;
  }

  /** What lies between the players goes to the winner, and stays there as the last battle. */
  #sweep(run: readonly GameEvent[]): number {
    const slots = run.flatMap((event) =>
      event.card === undefined ? [...(this.#tableau.get(event.from!) ?? [])] : this.#moved(event),
    );
    const at = this.#seen([...slots.map((slot) => slot.id), ...(this.rules.drama.reason ? this.#faceUp() : [])]);
    const war = this.#depths.length > 0;
    const { flight, apart, turns, course } = time.SWEEP_OF_WAR;
    const lasts = war ? flight : time.SWEEP;
    const lands = at + lasts + (war ? apart * Math.max(0, slots.length - 1) : 0);
    const seat = seatOf(run.at(-1)!.to!)!;
    const last = this.#lastBattle(slots, seat);
    run.forEach((event, i) =>
      this.#move(
        event,
        at,
        {
          lasts,
          flip: [turns, turns],
          apart: war ? apart : 0,
          make: (still) => (i === run.length - 1 ? this.#crossed(still, last) : still),
        },
        lands,
      ),
    );
    this.#hear(at, run[0]!);
    if (war)
      this.#change({
        at: at + course,
        lasts: time.SQUEEZE,
        make: (still) => (isAjar(still) ? still : { ...still, battles: [] }),
      });
    this.#depths = [];
    this.#change({ at: lands, make: (still) => ({ ...still, last: still.last && { ...still.last, counted: true } }) });
    this.#tell(lands, ...run);
    this.#at = lands;
    // Those that stay have more room now, and are seen again.
    if (this.rules.drama.reason) for (const id of this.#faceUp()) this.#faces.set(id, lands);
    return run.length;
  }

  /** The cards begin to cross the front: it goes with them. */
  #crossed(still: Still, last: LastBattle): Still {
    if (isAjar(still)) return { ...still, poses: new Map() };
    const lying = new Map([...still.tableau].map(([pile, slots]) => [pile, slots.length]));
    const row = sharesOf({ ...still, lying }, this.rules.seats, this.rules.counting);
    const course = this.rules.counting.piles ? [...still.course.slice(0, this.#turn), row] : still.course;
    return { ...still, course, poses: new Map(), last };
  }

  #lastBattle(slots: readonly Slot[], seat: number): LastBattle {
    const rank = (slot: Slot) => (slot.id === this.#won ? 2 : this.#met.includes(slot.id) ? 1 : 0);
    const laid = [...slots].reverse().map((slot) => ({ ...slot, owner: seat }));
    const order = laid.sort((a, b) => rank(a) - rank(b));
    const dims = poses(
      order.map(({ id }) => [id, { dim: id === this.#won ? DIM.winner : DIM.loser, forward: false, knocks: false }]),
    );
    const [won, lost] = [order.at(-1)?.code, this.#met.length === 2 ? order.at(-2)?.code : null];
    return {
      turn: this.#turn,
      seat,
      slots: order,
      poses: dims,
      decided: this.#won !== null && won && lost ? [won, lost] : null,
      counted: false,
    };
  }

  /** Whole piles go away together. */
  #pour(run: readonly GameEvent[]): number {
    const from = Math.max(...run.map((event) => this.#seen(this.#ids(event))));
    run.forEach((event, i) => {
      const at = from + i * time.POUR.apart;
      this.#move(event, at, { lasts: time.POUR.flight, flip: [0, time.POUR.flight] }, at + time.POUR.flight);
      this.#at = at + time.POUR.flight;
    });
    this.#hear(from, run[0]!);
    this.#tell(this.#at, ...run);
    return run.length;
  }

  /** A card that is dealt face up. */
  #dealUp(event: GameEvent): number {
    const { flight, flip, apart, house } = time.DEAL_UP;
    const at = this.#seen(this.#ids(event)) + (event.seat === undefined ? house - apart : 0);
    for (const slot of this.#move(event, at, { lasts: flight, flip }, at + flight))
      this.#faces.set(slot.id, at + flip[1]);
    this.#hear(at + flip[1], event);
    this.#tell(at + flip[1], event);
    this.#at = at + (event.seat === undefined ? flip[1] : apart);
    return 1;
  }

  /** An event by itself. */
  #single(event: GameEvent): number {
    const { drama } = this.rules;
    const moved = this.#moved(event);
    const shows = event.from !== undefined && event.to === undefined && event.card !== undefined;
    const within = this.#depths.length > 0 || !settles(drama, event);
    const { lasts, then } =
      isPlain(event) || !within ? { lasts: 0, then: 0 } : time.beatOf(event.kind, moved.length > 0 || shows);
    const closes = settles(drama, event) && within ? this.#faceUp() : [];
    const at = Math.max(this.#free(event), this.#seen([...closes, ...moved.map((slot) => slot.id)]));
    const known = new Set((this.#tableau.get(event.from ?? "") ?? []).flatMap((slot) => (slot.code ? [slot.id] : [])));
    const found = this.#move(event, at, { lasts, flip: [0, lasts] }, at + lasts);
    for (const { id, code } of found) if (code !== null && !known.has(id)) this.#faces.set(id, at + lasts);
    const turn = this.#turn;
    this.#change({ at, lasts, make: (still) => happened(still, turn, event, drama) });
    this.#hear(moved.length > 0 ? at + lasts : at, event);
    this.#tell(moved.length > 0 || shows ? at + lasts : at, event);
    if (settles(drama, event)) this.#depths = this.#depths.filter((depth) => depth < (event.depth ?? 0));
    if (rings(drama, event) || shuffles(event)) {
      this.#change({ at: at + lasts, make: (still) => ({ ...still, ring: null, riffle: null }) });
    }
    this.#at = at + then;
    return 1;
  }

  /** All is as the view has it. */
  settle({ events, view, question }: Told): void {
    const { seats, counting } = this.rules;
    this.#at = Math.max(this.#at, ...this.changes.map((one) => one.at));
    const lasts = events.length === 0 ? time.SWEEP : 0;
    this.#change({ lasts, make: (still) => settled(still, view, question, seats, counting) });
    const there = new Set([...this.#tableau.values()].flat().map((slot) => slot.id));
    for (const id of this.#faces.keys()) if (!there.has(id)) this.#faces.delete(id);
  }
}

/** Of cards that met, those that share a rank. */
function tied(met: readonly Slot[]): Slot[] {
  const rank = (slot: Slot) => slot.code?.slice(0, -1);
  return met.filter((slot) => met.some((other) => other !== slot && rank(other) === rank(slot)));
}

const poses = (each: readonly (readonly [number, Pose])[]): ReadonlyMap<number, Pose> => new Map(each);
const counted = (tableau: Tableau) => new Map([...tableau].map(([pile, slots]) => [pile, slots.length]));
const more = (lying: Still["lying"], pile: string, n: number) => new Map(lying).set(pile, (lying.get(pile) ?? 0) + n);
const named = (battles: Still["battles"]) =>
  battles.map((one, i) => (i === battles.length - 1 ? { ...one, named: true } : one));

/** How many cards each lays face down before the next is turned up. */
function faceDown(rest: readonly GameEvent[]): number {
  const before = runOf(rest, (event) => !turnsUp(event)).filter(laysFaceDown);
  return Math.round(before.length / (new Set(before.map((event) => event.seat)).size || 1));
}

/** A battle begins. */
function began(still: Still, event: GameEvent, rest: readonly GameEvent[]): Still {
  const base = Math.max(0, (still.tableau.get("pot")?.length ?? 2) - 2);
  const before = still.battles.length;
  return {
    ...still,
    battles: [
      ...still.battles,
      { event, depth: event.depth ?? 0, before, down: faceDown(rest), base, results: [], named: false },
    ],
  };
}

/** What an event changes besides the places of cards. */
function happened(still: Still, turn: number, event: GameEvent, drama: Drama): Still {
  const depth = event.depth ?? 0;
  const battles = still.battles;
  if (givesReason(drama, event)) {
    const why = { why: event.text!.trim(), clause: event.clause };
    return {
      ...still,
      battles: battles.map((one) => (one === battles.at(-1) ? { ...one, event: { ...one.event, ...why } } : one)),
    };
  }
  if (settles(drama, event)) {
    const results = (one: { depth: number; results: readonly number[] }) =>
      one.depth === depth - 1 && event.seat !== undefined ? [...one.results, event.seat] : one.results;
    return {
      ...still,
      battles: battles.filter((one) => one.depth < depth).map((one) => ({ ...one, results: results(one) })),
    };
  }
  if (wins(event)) return { ...still, battles: [] };
  if (shuffles(event)) {
    const riffle = event.from !== undefined && event.to === undefined ? { pile: String(event.from), beat: turn } : null;
    return { ...still, battles: [], riffle };
  }
  if (rings(drama, event)) return { ...still, ring: { seat: event.seat!, beat: (still.ring?.beat ?? 0) + 1 } };
  return still;
}
