// A table at one moment, without motion. Stills are immutable.
import { clauseOf } from "../table/cited";
import { kindOf, liesBetween, reconcile, seatOf, type Slot, type Tableau } from "../table/tableau";
import type { Digest, Drama, GameEvent, Question, View } from "../wire";
import { NO_BETS, settledBets, type Bets } from "./bets";

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
  /** The turn in one line, as the room tells it. */
  digest?: Digest | null;
}

/** A battle that is being fought, or one of the scenarios of its two cards: its kind, and how deep it lies. */
export interface Battle {
  event: GameEvent;
  depth: number;
  /** How many came before it in this turn. */
  before: number;
  /** So many cards lay in the pot before its own two. */
  base: number;
  /** How many cards each side lays face down in it. */
  down: number;
  /** Who won the battles within it so far; null for nobody. */
  results: readonly (number | null)[];
  /** True once its mouth is open and its name can be read. */
  named: boolean;
  /** What it is about, once that is told. */
  about: About | null;
  /** The two cards that met, by their slots. */
  pair: readonly number[];
  /** Cards between the players that do not lie in it: those of the battles around it, and of those that are over. */
  outside: ReadonlySet<number>;
  /** A scenario that is decided, while the next one of the same cards is fought. */
  done: Done | null;
  /** It interrupts the battle around it, until its own cards have gone. */
  interlude: boolean;
}

export interface About {
  title: string;
  why: string;
  clause?: string;
}

/** How a scenario was decided. */
export interface Done {
  seat: number | null;
  stake: number;
  /** The last sentence of it that is about no single card. */
  result: string;
  /** The faces that were laid in it, in order. */
  codes: readonly string[];
  /** The number that the last sentence names. */
  number: number | null;
}

/** How a card lies on its place: full light is dim 0. */
export interface Pose {
  dim: number;
  forward: boolean;
  knocks: boolean;
}

/** The battle that was fought last: it lies dimmed at its winner's deck until the next turn. */
export interface LastBattle {
  turn: number;
  seat: number;
  /** Its cards with the faces that were seen, in the order in which they lie; the card that decided comes last. */
  slots: readonly Slot[];
  poses: ReadonlyMap<number, Pose>;
  /** The cards that met: the winner's, then the loser's. */
  decided: readonly [won: string, lost: string] | null;
  /** True once the cards have landed and their number can be told. */
  counted: boolean;
}

/** How far the end of a game has been told; each step has all that came before it. */
export const ENDED = { not: 0, front: 1, result: 2, luck: 3, buttons: 4 } as const;
export type Ended = (typeof ENDED)[keyof typeof ENDED];

export interface Still {
  /** Where every card lies, or the place that it moves to. */
  tableau: Tableau;
  /** How many cards have arrived in each pile: every number on the page is made of these. */
  lying: ReadonlyMap<string, number>;
  view: View | null;
  question: Question | null;
  log: readonly Entry[];
  /** The seats' shares after every turn. */
  history: readonly (readonly number[])[];
  /** The same as the front is drawn: a turn's share is added when its cards begin to cross the front. */
  course: readonly (readonly number[])[];
  /** Chips won and lost by seat after every turn, where a game counts them. */
  gains: readonly (readonly number[])[];
  battles: readonly Battle[];
  poses: ReadonlyMap<number, Pose>;
  /** Each seat's chips, where a game has them. */
  bets: Bets;
  last: LastBattle | null;
  /** My card of this battle is lifted off its deck. */
  lifted: number | null;
  /** It waits to be turned up. */
  held: boolean;
  /** A ring goes out from this seat, for the so-many-th time. */
  ring: { seat: number; beat: number } | null;
  /** The pile that is shuffled where it lies. */
  riffle: { pile: string; beat: number } | null;
  ended: Ended;
}

/** No card lies in a pose of its own. */
export const UNPOSED: Still["poses"] = new Map();

export const BLANK: Still = {
  tableau: new Map(),
  lying: new Map(),
  view: null,
  question: null,
  log: [],
  history: [],
  course: [],
  gains: [],
  battles: [],
  poses: UNPOSED,
  bets: NO_BETS,
  last: null,
  lifted: null,
  held: false,
  ring: null,
  riffle: null,
  ended: ENDED.not,
};

/** What counts for a seat: the cards of some of its piles, or a counter of the state. */
export interface Counting {
  piles?: readonly string[];
  state?: string;
  /** So many of the game's own share are one gain. */
  unit?: number;
}

type Held = Pick<Still, "lying" | "view">;

/** A seat's cards that fly between two of its piles: they stay its own. */
const FLYING = "flying";

/** The last sentence of some lines; of cards that a player took one after the other the last two. */
export function latestOf(lines: readonly Line[]): readonly Line[] {
  const last = lines.at(-1);
  const before = lines.at(-2);
  const goesOn = last?.kind === "take" && before?.kind === "take" && before.seat === last.seat;
  return lines.slice(goesOn ? -2 : -1);
}

/** Where cards are counted that fly from one pile that counts for a seat to another one of the same seat. */
export function keptBy({ piles = [] }: Counting, from: string, to: string): string | null {
  const seat = seatOf(from);
  const counts = piles.includes(kindOf(from)) && piles.includes(kindOf(to));
  return counts && seat !== null && seat === seatOf(to) ? `${FLYING} ${seat}` : null;
}

/** What a seat has, by the game's own measure. */
export function shareOf(still: Held, seat: number, { piles = [], state }: Counting): number {
  if (state !== undefined) return Math.max(0, still.view?.state[`${state} ${seat}`] ?? 0);
  return [...piles, FLYING].reduce((sum, kind) => sum + (still.lying.get(`${kind} ${seat}`) ?? 0), 0);
}

export function sharesOf(still: Held, seats: number, counting: Counting): number[] {
  return Array.from({ length: seats }, (_, seat) => shareOf(still, seat, counting));
}

/** How many cards have been laid between the players. */
export function stakeOf(lying: Still["lying"]): number {
  let sum = 0;
  for (const [pile, count] of lying) if (liesBetween(pile)) sum += count;
  return sum;
}

/** True if a card lies between the players or is on its way there. */
export function isAjar(still: Still): boolean {
  return [...still.tableau].some(([pile, slots]) => slots.length > 0 && liesBetween(pile));
}

/** An event as the log tells it, in the entry of its turn. */
export const withLine = (still: Still, turn: number, event: GameEvent, drama: Drama): Still =>
  withSentence(withEvent(still, turn, event), turn, event, drama);

/** An event that is seen, before its sentence is told. */
export const withEvent = (still: Still, turn: number, event: GameEvent): Still =>
  withEntry(still, turn, (entry) => ({ ...entry, events: [...entry.events, event] }));

/** The sentence of an event, in the entry of its turn. */
export function withSentence(still: Still, turn: number, event: GameEvent, drama: Drama): Still {
  const text = event.text?.trim();
  if (!text) return still;
  const clause = clauseOf(drama, event);
  const line: Line = { kind: event.kind, seat: event.seat ?? null, text, depth: event.depth ?? 0 };
  return withEntry(still, turn, (entry) => ({
    ...entry,
    lines: [...entry.lines, clause ? { ...line, clause } : line],
  }));
}

function withEntry(still: Still, turn: number, change: (entry: Entry) => Entry): Still {
  const last = still.log.at(-1);
  const goesOn = last?.turn === turn;
  const entry = change(goesOn ? last : { turn, lines: [], events: [] });
  return { ...still, log: [...(goesOn ? still.log.slice(0, -1) : still.log), entry] };
}

/** A still in whose log a turn has this line. */
export const withDigest = (still: Still, turn: number, digest: Digest | null = null): Still =>
  digest === null && !still.log.some((one) => one.turn === turn && one.digest)
    ? still
    : { ...still, log: still.log.map((one) => (one.turn === turn ? { ...one, digest } : one)) };

/** A still in which everything lies as a view has it. */
export function settled(still: Still, view: View, question: Question | null, seats: number, counting: Counting): Still {
  const tableau = reconcile(still.tableau, view);
  const lying = new Map([...tableau].map(([pile, slots]) => [pile, slots.length]));
  const log =
    (still.log.at(-1)?.turn ?? 0) > view.turns ? still.log.filter((one) => one.turn <= view.turns) : still.log;
  const after = { ...still, log, tableau, lying, view, question, lifted: null, held: false };
  const row = sharesOf(after, seats, counting);
  const empty = view.over || !isAjar(after);
  // A turn whose battle is still being fought has moved nothing yet: it isn't part of the course.
  const fought = still.battles.length > 0 && !empty && still.history.length >= view.turns;
  const history = [...still.history.slice(0, view.turns), ...(fought ? [] : [row])];
  const drawn = still.course.length === history.length && still.course.at(-1)!.join() === history.at(-1)!.join();
  return {
    ...after,
    history,
    course: drawn ? still.course : history,
    gains: "gain 0" in view.state ? [...still.gains.slice(0, view.turns), gainsOf(view, seats, counting)] : still.gains,
    battles: empty && still.battles.length > 0 ? [] : still.battles,
    poses: empty ? UNPOSED : still.poses,
    bets: settledBets(still.bets, view, question, counting),
    ended: view.over ? ENDED.buttons : ENDED.not,
  };
}

function gainsOf(view: View, seats: number, { unit = 1 }: Counting): number[] {
  return Array.from({ length: seats }, (_, seat) => (view.state[`gain ${seat}`] ?? 0) / unit);
}
