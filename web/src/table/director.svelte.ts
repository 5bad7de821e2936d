// Plays the entries of a room's log as motion: event by event, each in its time, and whatever is asked for at once.
// Nothing waits for it: `finish` completes what runs, and the table is then as the last view shows it.
import { clauseOf } from "./cited";
import type { Drama, GameEvent, Question, Step, View } from "../wire";
import { givesReason, laysFaceDown, opensBattle, rings, settles, shuffles, turnsUp, wins } from "./events";
import { timing, type Speed } from "./motion";
import { apply, countOf, reconcile, unlaid, type Tableau } from "./tableau";

export interface Line {
  kind: string;
  seat: number | null;
  text: string;
  depth: number;
  /** The clause behind it. */
  clause?: string;
}

/** One turn as the log tells it. */
export interface Entry {
  turn: number;
  lines: Line[];
  events: GameEvent[];
}

/** A battle that is being fought: its kind, and how deep it lies. */
export interface Battle {
  event: GameEvent;
  depth: number;
  /** How many came before it in this turn. */
  before: number;
  /** So many cards lay in the pot before its own two. */
  base: number;
  /** How many cards each side lays face down in it. */
  down: number;
  /** Who won the battles within it so far. */
  results: readonly number[];
}

interface Counting {
  piles?: readonly string[];
  state?: string;
}

/** How many cards each lays face down before the next is turned up. */
function faceDown(rest: readonly GameEvent[]): number {
  const next = rest.findIndex(turnsUp);
  const laid = rest.slice(0, next < 0 ? undefined : next).filter(laysFaceDown);
  return Math.round(laid.length / (new Set(laid.map((event) => event.seat)).size || 1));
}

/**
 * In a battle my own card is turned up after the others': all are turned at once, and mine is worth waiting for.
 * Only the order of neighbours changes in which the turning is shown.
 */
export function mineLast(events: readonly GameEvent[], me: number, drama: Drama): GameEvent[] {
  const found: GameEvent[] = [];
  let open = false;
  for (let i = 0; i < events.length;) {
    let end = i;
    while (events[end] && turnsUp(events[end]!)) end++;
    const run = events.slice(i, Math.max(end, i + 1));
    open ||= opensBattle(drama, run[0]!);
    found.push(
      ...(open && run.length > 1
        ? [...run.filter((one) => one.seat !== me), ...run.filter((one) => one.seat === me)]
        : run),
    );
    i += run.length;
  }
  return found;
}

export class Director {
  tableau = $state.raw<Tableau>(new Map());
  view = $state.raw<View | null>(null);
  question = $state.raw<Question | null>(null);
  log = $state.raw<readonly Entry[]>([]);
  /** The seats' shares after every turn. */
  history = $state.raw<readonly (readonly number[])[]>([]);
  /** Chips won and lost by seat after every turn, where a game counts them. */
  gains = $state.raw<readonly (readonly number[])[]>([]);
  battles = $state.raw<readonly Battle[]>([]);
  /** How long what moves now takes. */
  lasts = $state.raw(0);
  /** Slots that are on their way, and are seen even where a stack will bury them. */
  flying = $state.raw<ReadonlySet<number>>(new Set());
  /** The seat that knocks, wins, is hit: a ring goes out from it. */
  ring = $state.raw<{ seat: number; beat: number } | null>(null);
  /** The pile that is shuffled where it lies. */
  riffle = $state.raw<{ pile: string; beat: number } | null>(null);
  running = $state(false);
  /** My own card waits to be turned up. */
  held = $state(false);
  /** Raised whenever everything in flight must arrive at once. */
  completed = $state(0);

  speed = $state<Speed>(1);
  /** What happens is heard, in how many battles; null where nobody listens. */
  heard: ((event: GameEvent, depth: number) => void) | null = null;
  reduced = false;
  holds = true;

  #queue: Step[] = [];
  #skipping = false;
  #wake: (() => void) | null = null;

  constructor(
    readonly seats: number,
    readonly me: number,
    readonly counting: Counting,
    /** What the game stages. */
    readonly drama: Drama,
  ) {}

  /** Another entry of the log. What runs goes on; this one follows it. */
  receive(step: Step): void {
    this.#queue.push(step);
    if (!this.running) void this.#run();
  }

  /** A whole table, without motion. */
  lay(view: View, question: Question | null, events: readonly GameEvent[] = []): void {
    this.#opens(view);
    this.lasts = 0;
    for (const [i, event] of events.entries()) {
      this.tableau = apply(this.tableau, event, (pile) => this.#open.has(pile)).after;
      this.#told(event, view.turns, events.slice(i + 1));
    }
    this.tableau = reconcile(this.tableau, view);
    this.view = view;
    this.question = question;
    this.#count(view);
  }

  /** A turn from its midst: its first events are laid without motion, the rest follow, or wait for good. */
  begin(step: Step, rest: readonly GameEvent[], follow = true): void {
    this.#opens(step.view);
    this.question = null;
    for (const [i, event] of step.events.entries()) {
      this.tableau = apply(this.tableau, event, (pile) => this.#open.has(pile)).after;
      this.#told(event, step.view.turns, [...step.events.slice(i + 1), ...rest]);
    }
    if (follow) this.receive({ ...step, events: [...rest] });
  }

  /** A moment in the midst of a step: so many of its events are laid without motion, and nothing follows by itself. */
  amid(step: Pick<Step, "events" | "view">, events: number): void {
    this.lasts = 0;
    this.#opens(step.view);
    for (const [i, event] of step.events.slice(0, events).entries()) {
      this.tableau = apply(this.tableau, event, (pile) => this.#open.has(pile)).after;
      this.#told(event, step.view.turns, step.events.slice(i + 1));
    }
  }

  #opens(view: View): void {
    this.#open = new Set(Object.entries(view.piles).flatMap(([pile, shown]) => (shown.cards ? [pile] : [])));
  }

  /** Completes what runs and everything that waits. */
  finish(): void {
    if (!this.running) return;
    this.#skipping = true;
    this.held = false;
    this.completed += 1;
    this.#wake?.();
  }

  /** Goes on from a card that waited. */
  release(): void {
    this.held = false;
    this.#wake?.();
  }

  #open: ReadonlySet<string> = new Set();

  async #run(): Promise<void> {
    this.running = true;
    for (let step = this.#queue.shift(); step; step = this.#queue.shift()) {
      this.question = null;
      if (this.tableau.size === 0) this.tableau = unlaid(step.events, step.view);
      this.#opens(step.view);
      const events = this.drama.suspense ? mineLast(step.events, this.me, this.drama) : step.events;
      for (const [i, event] of events.entries()) {
        if (this.#waits(event)) {
          this.held = true;
          await this.#pause(null);
          this.held = false;
        }
        // What takes no time is not waited for: a turn that is skipped is drawn once, at its end.
        const then = this.#play(event, step.view.turns, events.slice(i + 1));
        if (then > 0) await this.#pause(then);
      }
      this.#settle(step);
    }
    this.running = false;
    this.#skipping = false;
  }

  /** Begins what an event moves; in so many milliseconds the next may begin. */
  #play(event: GameEvent, turn: number, rest: readonly GameEvent[]): number {
    const { after, move } = apply(this.tableau, event, (pile) => this.#open.has(pile));
    const beat = timing(event.kind, move !== null, this.#skipping ? Infinity : this.speed, this.reduced);
    this.lasts = beat.lasts;
    if (beat.lasts + beat.then > 0) this.heard?.(event, this.battles.length);
    if (move)
      this.#fly(
        move.slots.map((slot) => slot.id),
        beat.lasts,
      );
    this.tableau = after;
    this.#told(event, turn, rest);
    return beat.then;
  }

  /** These are seen on their way for so long, even where a stack will bury them. */
  #fly(ids: readonly number[], ms: number): void {
    if (ms === 0) return;
    this.flying = new Set([...this.flying, ...ids]);
    setTimeout(() => {
      const left = new Set(this.flying);
      for (const id of ids) left.delete(id);
      this.flying = left;
    }, ms);
  }

  /** My own card in a battle waits for me, where there is time for it. */
  #waits(event: GameEvent): boolean {
    const mine = turnsUp(event) && event.seat === this.me && this.battles.length > 0;
    return mine && !!this.drama.suspense && this.holds && !this.#skipping && this.speed <= 1;
  }

  #pause(ms: number | null): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === null ? 0 : setTimeout(() => this.#wake?.(), ms);
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = null;
        resolve();
      };
    });
  }

  #settle(step: Step): void {
    this.tableau = reconcile(this.tableau, step.view);
    this.view = step.view;
    this.question = step.question;
    this.flying = new Set();
    if ((this.tableau.get("pot")?.length ?? 0) === 0) this.battles = [];
    this.#count(step.view);
  }

  #told(event: GameEvent, turn: number, rest: readonly GameEvent[]): void {
    const last = this.log.at(-1);
    const clause = clauseOf(this.drama, event);
    const line = event.text?.trim()
      ? [
          {
            kind: event.kind,
            seat: event.seat ?? null,
            text: event.text.trim(),
            depth: event.depth ?? 0,
            ...(clause ? { clause } : {}),
          },
        ]
      : [];
    if (last?.turn === turn) {
      this.log = [...this.log.slice(0, -1), { turn, lines: [...last.lines, ...line], events: [...last.events, event] }];
    } else {
      this.log = [...this.log, { turn, lines: line, events: [event] }];
      this.battles = [];
    }
    if (opensBattle(this.drama, event)) {
      this.battles = [
        ...this.battles,
        {
          event,
          depth: event.depth ?? 0,
          before: this.battles.length,
          down: faceDown(rest),
          base: Math.max(0, (this.tableau.get("pot")?.length ?? 2) - 2),
          results: [],
        },
      ];
    } else if (givesReason(this.drama, event)) {
      const why = { why: event.text!.trim(), clause: event.clause };
      this.battles = this.battles.map((one, i, all) =>
        i === all.length - 1 ? { ...one, event: { ...one.event, ...why } } : one,
      );
    } else if (settles(this.drama, event)) {
      const depth = event.depth ?? 0;
      this.battles = this.battles
        .filter((battle) => battle.depth < depth)
        .map((battle) =>
          battle.depth === depth - 1 && event.seat !== undefined
            ? { ...battle, results: [...battle.results, event.seat] }
            : battle,
        );
    } else if (wins(event) || shuffles(event)) {
      this.battles = [];
    }
    this.riffle =
      shuffles(event) && event.from !== undefined && event.to === undefined
        ? { pile: String(event.from), beat: turn }
        : null;
    if (rings(this.drama, event)) this.ring = { seat: event.seat!, beat: (this.ring?.beat ?? 0) + 1 };
  }

  #count(view: View): void {
    const shares = this.shares(view);
    if (this.history.length <= view.turns) this.history = [...this.history, shares];
    else this.history = [...this.history.slice(0, view.turns), shares];
    if ("gain 0" in view.state) {
      const row = Array.from({ length: this.seats }, (_, seat) => view.state[`gain ${seat}`] ?? 0);
      this.gains = [...this.gains.slice(0, view.turns), row];
    }
  }

  /** What each seat has, by the game's own measure. */
  shares(view: View | null = this.view): number[] {
    return Array.from({ length: this.seats }, (_, seat) => this.shareOf(seat, view));
  }

  shareOf(seat: number, view: View | null = this.view): number {
    const { piles, state } = this.counting;
    if (state !== undefined) return Math.max(0, view?.state[`${state} ${seat}`] ?? 0);
    return countOf(this.tableau, seat, piles ?? []);
  }

  /** How many cards lie between the players. */
  get stake(): number {
    let sum = 0;
    for (const [pile, slots] of this.tableau)
      if (["pot", "table", "field"].includes(pile.split(" ")[0]!)) sum += slots.length;
    return sum;
  }
}
