// The reel on which a message's cues are recorded; every beat of the film writes on it.
import type { Drama, GameEvent, View } from "../wire";
import { apply, liesBetween, unlaid, type Slot, type Tableau } from "../table/tableau";
import { keptBy, withLine, type Counting, type Pose, type Still } from "./still";
import { soundOf, type Sound } from "./sounds";
import { cueOf, type Cue, type Rest, type Timeline } from "./timeline";
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

/** The events that one beat shows together. */
export type Run = readonly [GameEvent, ...GameEvent[]];

interface Change extends Omit<Cue, "still"> {
  make: (still: Still) => Still;
}

export class Reel {
  readonly rests: Rest[] = [];
  readonly waits: number[] = [];
  readonly #changes: Change[] = [];
  /** The time at which the next beat may begin. */
  at: number;
  tableau: Tableau;
  /** The position after the message, once it has begun. */
  view: View | null = null;
  /** The turn that is told. */
  turn = 0;
  /** Since when each card that was turned up has lain still. */
  readonly faces: Map<number, number>;
  /** How deep each open battle lies. */
  depths: readonly number[];
  /** True while an interlude lasts. */
  interrupted: boolean;
  /** The cards that were turned up to meet those that still wait. */
  unmet: readonly Slot[];
  /** My next card is lifted off its deck, and has waited. */
  lifted: boolean;
  /** The cards that met last, and the one that won. */
  met: readonly number[] = [];
  won: number | null = null;
  #open: ReadonlySet<string> = new Set();

  constructor(
    readonly before: Still,
    at: number,
    readonly rules: Rules,
    { faces, unmet }: Pick<Timeline, "faces" | "unmet"> = { faces: new Map(), unmet: [] },
  ) {
    this.at = at;
    this.tableau = before.tableau;
    this.faces = new Map(faces);
    this.unmet = unmet;
    this.lifted = before.lifted !== null;
    this.depths = before.battles.map((one) => one.depth);
    this.interrupted = before.battles.at(-1)?.interlude ?? false;
  }

  /** Begins a message: the turn that it belongs to, the piles that lie open, and the packets before anything is dealt. */
  begin({ events, view }: { events: readonly GameEvent[]; view: View }): void {
    this.view = view;
    this.turn = view.turns;
    this.#open = new Set(Object.entries(view.piles).flatMap(([pile, shown]) => (shown.cards ? [pile] : [])));
    if (this.tableau.size > 0) return;
    const tableau = (this.tableau = unlaid(events, view));
    this.change({ make: (still) => ({ ...still, tableau, lying: counted(tableau) }) });
  }

  /** The film that was recorded. */
  film(): Timeline {
    let still = this.before;
    const cues = this.#inOrder().map(({ make, ...cue }) => ({ ...cue, still: (still = make(still)) }));
    return { cues, rests: this.rests, waits: this.waits, ends: this.at, faces: this.faces, unmet: this.unmet };
  }

  /** Forgets the faces of cards that are no longer on the table. */
  forget(): void {
    const there = new Set([...this.tableau.values()].flat().map((slot) => slot.id));
    for (const id of this.faces.keys()) if (!there.has(id)) this.faces.delete(id);
  }

  /** What it all leads to. */
  still(): Still {
    return this.#inOrder().reduce((still, one) => one.make(still), this.before);
  }

  /** When the last change begins. */
  latest(): number {
    return Math.max(this.at, ...this.#changes.map((one) => one.at));
  }

  #inOrder(): Change[] {
    return [...this.#changes].sort((a, b) => a.at - b.at);
  }

  /** Adds a change, now if no time is given. */
  change(change: Partial<Change> & Pick<Change, "make">): void {
    const { still: _, ...cue } = cueOf(this.at, this.before);
    this.#changes.push({ ...cue, ...change });
  }

  tell(at: number, ...events: readonly GameEvent[]): void {
    const turn = this.turn;
    const { drama } = this.rules;
    this.change({ at, make: (still) => events.reduce((one, event) => withLine(one, turn, event, drama), still) });
  }

  /** An event is heard: within so many battles, or the end's note of that number. */
  hear(at: number, event: GameEvent, depth?: number): void {
    const sound = soundOf(event);
    if (sound) this.sound(at, sound, depth);
  }

  sound(at: number, sound: Sound, depth = this.depths.length): void {
    this.change({ at, heard: { sound, depth }, make: (still) => still });
  }

  /** Moves what an event moves, and counts it when it lands; returns its slots. */
  move(event: GameEvent, at: number, motion: Pick<Change, "lasts" | "flip"> & Partial<Change>, lands: number): Slot[] {
    const { after, move } = apply(this.tableau, event, (pile) => this.#open.has(pile));
    if (after === this.tableau) return [];
    this.tableau = after;
    const n = move?.slots.length ?? 0;
    const flying = move && keptBy(this.rules.counting, move.from, move.to);
    const flown = (lying: Still["lying"], n: number) => (flying ? more(lying, flying, n) : lying);
    const { make } = motion;
    this.change({
      ...motion,
      at,
      make: (still) => {
        const lying = move ? more(flown(still.lying, n), move.from, -n) : still.lying;
        const moved = { ...still, tableau: after, lying };
        return make ? make(moved) : moved;
      },
    });
    if (!move) return (after.get(event.from!) ?? []).filter((slot) => slot.code !== null);
    this.change({ at: lands, make: (still) => ({ ...still, lying: more(flown(still.lying, -n), move.to, n) }) });
    return move.slots;
  }

  /** The slots that an event would move. */
  moved(event: GameEvent): Slot[] {
    return apply(this.tableau, event, (pile) => this.#open.has(pile)).move?.slots ?? [];
  }

  ids(event: GameEvent): number[] {
    return this.moved(event).map((slot) => slot.id);
  }

  /** The cards between the players whose faces are seen. */
  faceUp(): number[] {
    const laid = [...this.tableau].flatMap(([pile, slots]) => (liesBetween(pile) ? slots : []));
    return laid.flatMap((slot) => (slot.code === null ? [] : [slot.id]));
  }

  /** When these may be moved, or covered: every face among them has been seen for long enough. */
  seen(ids: readonly number[]): number {
    const since = Math.max(...ids.map((id) => this.faces.get(id) ?? -Infinity));
    const until = since + time.REST;
    if (until <= this.at) return this.at;
    this.rests.push({ from: since, to: until });
    return until;
  }

  /** When a card may be laid on a pile: where it would cover another, not before that was seen. */
  free(event: GameEvent): number {
    if (event.to === undefined || this.rules.bySeat.includes(event.to)) return this.at;
    const top = this.tableau.get(event.to)?.[0];
    return top ? this.seen([top.id]) : this.at;
  }

  /** Nothing moves from a time on, for so long. */
  rest(cards: readonly Slot[], from: number, lasts: number): void {
    for (const { id } of cards) this.faces.set(id, from);
    this.rests.push({ from, to: from + lasts });
    this.at = from + lasts;
  }
}

/** How much light a card loses that lost a battle, and the winner of the last one. */
export const DIM = { loser: 0.44, winner: 0.2 };

export const poses = (each: readonly (readonly [number, Pose])[]): ReadonlyMap<number, Pose> => new Map(each);
const counted = (tableau: Tableau) => new Map([...tableau].map(([pile, slots]) => [pile, slots.length]));
const more = (lying: Still["lying"], pile: string, n: number) => new Map(lying).set(pile, (lying.get(pile) ?? 0) + n);
