// Checks of the film's laws: compile a game message by message and examine its scene every 16 ms.
import { HIDDEN, liesBetween, reconcile } from "../table/tableau";
import { collects, ends, opensBattle, runOf, turnsUp, turnsUpUnseen, wins } from "../table/events";
import type { GameEvent, Step, TurnPart } from "../wire";
import type { append, appendPart } from "./compile";
import { illegible } from "./legible";
import { untold } from "./order";
import type { Rules } from "./reel";
import { scene, type Card, type Ground, type Scene } from "./scene";
import { ENDED } from "./still";
import { cueAt, quietAt, resting, waitAfter, type Timeline } from "./timeline";
import { REST } from "./timings";

export const LAWS = [
  "seen",
  "never ahead",
  "true at rest",
  "never back",
  "never empty",
  "never skipped",
  "legible",
] as const;
export interface Broken {
  law: (typeof LAWS)[number];
  /** The entry of the log, and the time since it came. */
  step: number;
  at: number;
  why: string;
}

const FRAME = 16;

/** What compiles the messages of a room; one that tells no turn in parts has null. */
export interface Compiler {
  append: typeof append;
  appendPart: typeof appendPart | null;
}

/** The beginnings of a step in which my cards of a battle wait, as the room tells them. */
export function partsOf({ events, view }: Pick<Step, "events" | "view">, { drama, holds, me }: Rules): TurnPart[] {
  const found: TurnPart[] = [];
  if (!drama.suspense || !holds) return found;
  const told: GameEvent[] = [];
  let open = false;
  for (let i = 0; i < events.length;) {
    const run = runOf(events.slice(i), turnsUp);
    const next = run.length > 0 ? run : [events[i]!];
    open ||= opensBattle(drama, next[0]!);
    const mine = next.find((event) => open && turnsUpUnseen(event) && event.seat === me);
    told.push(...next.filter((event) => event !== mine));
    if (mine) {
      const waits = { kind: mine.kind, seat: me, card: HIDDEN, from: mine.from, to: mine.to };
      found.push({ type: "part", seq: 0, turn: view.turns, events: [...told], waits: [waits] });
      told.push(mine);
    }
    i += next.length;
  }
  return found;
}

/** A step as the room tells it: each piece of its film, made when the one before has been seen. */
function piecesOf(step: Step, rules: Rules, { append, appendPart }: Compiler): (typeof append)[] {
  const parts = appendPart ? partsOf(step, rules) : [];
  const before = (i: number) => parts[i - 1]?.events ?? [];
  return [
    ...parts.map(
      (part, i): typeof append =>
        (timeline, _, now) =>
          appendPart!(timeline, { ...part, events: part.events.slice(before(i).length) }, now, rules),
    ),
    (timeline, _, now) => append(timeline, { ...step, events: untold(step.events, before(parts.length)) }, now, rules),
  ];
}

/** Every breach of a law while these messages are played one after the other, each after the one before is over. */
export function watched(steps: readonly Step[], rules: Rules, ground: Ground, compiler: Compiler): Broken[] {
  const found: Broken[] = [];
  let timeline: Timeline = resting();
  let now = 0;
  const told: string[] = [];
  steps.forEach((step, i) => {
    const began = now;
    const broken = (law: Broken["law"], at: number, why: string) => found.push({ law, step: i, at: at - began, why });
    const eyes = new Eyes(step, rules, scene(timeline, ground, now), broken);
    for (const compile of piecesOf(step, rules, compiler)) {
      const before = scene(timeline, ground, now);
      timeline = compile(timeline, step, now, rules);
      const after = scene(timeline, ground, now);
      if (i > 0 && !likewise(before, after)) broken("never back", now, "a message that comes changes what is seen");
      for (let t = now; t <= quietAt(timeline) + FRAME;) {
        const seen = scene(timeline, ground, t);
        const alike = seen.moves ? 1 : framesAlike(timeline, t);
        eyes.look(seen, t, timeline.ends, alike);
        // Time stands still at a wait.
        t = Math.min(t + FRAME * alike, waitAfter(timeline, t));
      }
      now = quietAt(timeline) + FRAME;
    }
    eyes.over();
    told.push(...step.events.flatMap((event) => event.text?.trim() || []));
    for (const why of differs(scene(timeline, ground, now), step, told)) broken("true at rest", now, why);
  });
  return found;
}

/** While nothing moves all frames until the next cue are the same: so many. */
function framesAlike(timeline: Timeline, t: number): number {
  const next = timeline.cues[cueAt(timeline, t) + 1]?.at ?? t;
  return Math.max(1, Math.ceil((Math.min(next, timeline.ends > t ? timeline.ends : next) - t) / FRAME));
}

/** True if every card that both show lies in the same place with the same face. */
function likewise(a: Scene, b: Scene): boolean {
  const said = ({ x, y, code, angle }: Card) => `${x.toFixed(1)} ${y.toFixed(1)} ${code} ${angle.toFixed(0)}`;
  const later = new Map(b.cards.map((card) => [card.target.slot.id, said(card)]));
  return a.cards.every((card) => (later.get(card.target.slot.id) ?? said(card)) === said(card));
}

/** In what a table at rest differs from the last message. */
function* differs(
  { still, moves }: Scene,
  { events, view, question }: Step,
  told: readonly string[],
): Iterable<string> {
  if (moves) yield "something moves";
  if (still.view !== view) yield "another view";
  if (still.question !== question) yield "another question";
  const winners = view.over ? said(events.findLast(ends)) : undefined;
  const shown = still.ended === ENDED.buttons ? said(still.log.at(-1)?.events.findLast(ends)) : undefined;
  if (winners !== shown) yield `won by ${shown}, not by ${winners}`;
  for (const [pile, { count, cards }] of Object.entries(view.piles)) {
    if ((still.lying.get(pile) ?? 0) !== count) yield `${pile}: ${still.lying.get(pile)} of ${count}`;
    const known = reconcile(new Map(), { ...view, piles: { [pile]: { count, cards } } }).get(pile)!;
    const shown = still.tableau.get(pile) ?? [];
    const names = (slots: typeof shown) => slots.map((slot) => slot.code ?? "").join(" ");
    if (names(shown) !== names(known)) yield `${pile}: ${names(shown)}, not ${names(known)}`;
  }
  for (const [seat, { sum, lies, gain }] of still.bets) {
    if (sum !== view.state[`bet ${seat}`]) yield `seat ${seat} bets ${sum}`;
    if (sum > 0 ? lies !== "front" || gain !== null : gain === null) yield `the chips of seat ${seat} lie elsewhere`;
  }
  const lines = still.log.flatMap((entry) => entry.lines.map((line) => line.text));
  if (lines.length !== told.length || [...lines].sort().join() !== [...told].sort().join()) {
    yield `the log has ${lines.length} lines of ${told.length}`;
  }
}

const said = (end: GameEvent | undefined) => end && String(end.winners);

/** The events of a message's turn that have been told. */
const toldOf = ({ still }: Scene, { view }: Step): GameEvent[] =>
  still.log.flatMap((entry) => (entry.turn === view.turns ? entry.events : []));

/** What somebody sees of one message. */
class Eyes {
  /** How long each card has lain face up, still and uncovered, and its longest time. */
  readonly #rests = new Map<number, { pile: string; now: number; longest: number }>();
  #lines: number;
  #piles = new Map<number, string>();
  /** When each card that is on its way to another pile lands. */
  #lands = new Map<number, number>();
  #held = new Set<number>();
  #faces = new Map<number, string>();

  constructor(
    readonly step: Step,
    readonly rules: Rules,
    before: Scene,
    readonly broken: (law: Broken["law"], at: number, why: string) => void,
  ) {
    this.#lines = toldOf(before, step).length;
  }

  /** Looks at so many frames that are the same, the first of them at a time. */
  look(seen: Scene, t: number, over: number, alike: number): void {
    this.#rested(seen, t, alike);
    this.#told(seen, t);
    this.#counted(seen, t);
    if (seen.still.ended >= ENDED.result && seen.front.moves)
      this.broken("never ahead", t, "won while the front draws");
    if (seen.still.ended >= ENDED.front && seen.cards.some((card) => this.#flies(card, t)))
      this.broken("never ahead", t, "the end comes while cards fly");
    const bare = seen.cards.every((card) => !card.target.past && !liesBetween(card.target.pile));
    const battle = this.step.events.some(collects) && t >= over;
    if (seen.still.ended === ENDED.not && bare && battle && this.step.events.some(wins) && this.#hadPot)
      this.broken("never empty", t, "the table is empty");
    if (
      [...seen.still.bets.values()].some((one) => one.open && one.gain !== null) &&
      seen.cards.some((card) => this.#flies(card, t))
    )
      this.broken("never ahead", t, "a bet's result is told while cards fly");
    if (seen.still.held) this.#held.add(t);
    this.#titled(seen, t);
    for (const { moves, target } of seen.cards) if (!moves && liesBetween(target.pile)) this.#lain.add(target.slot.id);
    this.#read(seen, t);
  }

  /** Cards that are laid again, as battles open and close, cross no title. */
  #titled({ still, laid, cards }: Scene, t: number): void {
    const { nested } = laid;
    if (!nested || !still.battles.at(-1)?.named) return;
    const title = { ...nested.pit.head, height: Math.min(nested.pit.head.height, TITLE) };
    const laidAgain = ({ moves, target }: Card) => moves && liesBetween(target.pile) && this.#lain.has(target.slot.id);
    const over = cards.find((card) => laidAgain(card) && meets(card, title));
    if (over) this.broken("legible", t, `${over.code ?? "a card"} crosses the title`);
  }
  /** The cards that have lain between the players. */
  #lain = new Set<number>();

  /** Whatever lies still can be read. */
  #read(seen: Scene, t: number): void {
    if (seen.moves || seen.still === this.#judged) return;
    this.#judged = seen.still;
    for (const why of illegible(seen, this.rules.counting)) this.broken("legible", t, why);
  }
  #judged: Scene["still"] | null = null;

  #hadPot = false;

  /** A card that was turned up is collected after it has been seen. */
  #rested({ cards }: Scene, t: number, alike: number): void {
    const there = new Map(cards.map((card) => [card.target.slot.id, card]));
    for (const [id, rest] of this.#rests) {
      const card = there.get(id);
      if (card && card.target.pile === rest.pile && !card.target.past) continue;
      if (rest.longest < REST - FRAME) this.broken("seen", t, `${this.#faces.get(id)} was seen for ${rest.longest} ms`);
      this.#rests.delete(id);
    }
    for (const card of cards) {
      const { id } = card.target.slot;
      const { pile } = card.target;
      if (!liesBetween(pile) || card.target.past || card.target.slot.code === null) continue;
      if (!this.#wasTurnedUp(card)) continue;
      this.#hadPot = true;
      const lies = card.code !== null && card.angle === 0 && !card.moves && !covered(card, cards);
      const rest = this.#rests.get(id) ?? { pile, now: 0, longest: 0 };
      const now = lies ? rest.now + FRAME * alike : 0;
      this.#rests.set(id, { pile, now, longest: Math.max(rest.longest, now) });
      if (card.code) this.#faces.set(id, card.code);
    }
  }

  #wasTurnedUp({ target }: Card): boolean {
    return this.step.events.some(
      (event) => turnsUp(event) && event.card === target.slot.code && event.to === target.pile,
    );
  }

  /** A sentence about a card comes when its face is seen; one about a result when nothing flies any more. */
  #told(seen: Scene, t: number): void {
    const { cards } = seen;
    const told = toldOf(seen, this.step);
    const fresh = told.slice(this.#lines);
    this.#lines = told.length;
    for (const event of fresh) {
      if (turnsUp(event) && event.card && !this.#faced(event, cards)) {
        this.broken("never ahead", t, `"${event.text}" is told before it is seen`);
      }
      if (wins(event) && cards.some((card) => !card.target.buried && this.#flies(card, t))) {
        this.broken("never ahead", t, `"${event.text}" is told while the cards still fly`);
      }
    }
  }

  #faced(event: GameEvent, cards: readonly Card[]): boolean {
    return cards.some((card) => card.code === event.card && card.angle === 0);
  }

  /** No number counts a card that is still on its way. */
  #counted({ still, cards }: Scene, t: number): void {
    for (const card of cards) {
      const { slot, pile } = card.target;
      const before = this.#piles.get(slot.id);
      if (before !== undefined && before !== pile) this.#lands.set(slot.id, card.lands);
      this.#piles.set(slot.id, pile);
    }
    const flying = new Set(cards.filter((card) => this.#flies(card, t)).map((card) => card.target.slot.id));
    for (const [pile, slots] of still.tableau) {
      const most = flying.size === 0 ? slots.length : slots.filter((slot) => !flying.has(slot.id)).length;
      if ((still.lying.get(pile) ?? 0) > most) this.broken("never ahead", t, `${pile} counts a card that flies`);
    }
  }

  #flies(card: Card, t: number): boolean {
    return t < (this.#lands.get(card.target.slot.id) ?? 0);
  }

  /** My card of a battle has waited each time. */
  over(): void {
    const { drama, holds, me } = this.rules;
    const { events } = this.step;
    const opened = events.findIndex((event) => opensBattle(drama, event));
    const mine = events.filter((event, i) => opened >= 0 && i > opened && turnsUpUnseen(event) && event.seat === me);
    const waits = drama.suspense && holds ? mine.length : 0;
    if (this.#held.size < waits) this.broken("never skipped", 0, `my card waited ${this.#held.size} times of ${waits}`);
  }
}

/** A title's line is so high, and the cards of a row lean by so much. */
const TITLE = 34;
const LEANS = 0.06;

function meets({ x, y, w }: Card, box: { x: number; y: number; width: number; height: number }): boolean {
  const wide = Math.min(x + w / 2, box.x + box.width) - Math.max(x - w / 2, box.x);
  const high = Math.min(y + w * 0.7, box.y + box.height) - Math.max(y - w * 0.7, box.y);
  return wide > LEANS * w && high > LEANS * w;
}

/** True if the corner of a card that says what it is lies under another card. */
function covered(card: Card, cards: readonly Card[]): boolean {
  const [left, top] = [card.x - card.w / 2, card.y - card.w * 0.7];
  return cards.some((other) => {
    if (other === card || other.z <= card.z || other.moves) return false;
    const [right, bottom] = [other.x - other.w / 2, other.y - other.w * 0.7];
    const wide = Math.min(left + card.w * INDEX, right + other.w) - Math.max(left, right);
    const high = Math.min(top + card.w * 2 * INDEX, bottom + other.w * 1.4) - Math.max(top, bottom);
    return wide > 2 && high > 2;
  });
}

/** A card's index takes up so much of its width. */
const INDEX = 0.2;
