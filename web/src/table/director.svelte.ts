// Plays the messages of a room as a film: it keeps the timeline and its time, and shows the still of that time.
import { Clock, type Frames } from "../film/clock";
import { amid, append, appendPart, laid } from "../film/compile";
import { untold } from "../film/order";
import { recalled, type Turn } from "../film/recalled";
import type { Rules } from "../film/reel";
import type { Sound } from "../film/sounds";
import { BLANK, ENDED, shareOf, sharesOf, stakeOf, type Counting, type Still } from "../film/still";
import {
  cueAt,
  faceAt,
  lastStill,
  pressed,
  quietAt,
  resting,
  waitAfter,
  type Cue,
  type Timeline,
} from "../film/timeline";
import { END, FADE, RUSH, type Speed } from "../film/timings";
import type { Digest, Drama, GameEvent, Question, Step, TurnPart, View } from "../wire";
import { endingOf, type Ending } from "./ending";
import type { Layout } from "./drawing";

/**
 * A frame that comes later than this is late: the film waits for it, so that nothing is skipped unseen. At the end there
 * is nothing to miss, and the result comes at its time on a slow machine too.
 */
const LATE_MS = 50;

export class Director {
  /** What is seen now, apart from motion. */
  still = $state.raw<Still>(BLANK);
  /** True until the last message has been told in full. */
  running = $state(false);
  speed = $state<Speed>(1);
  /** The question of the last message; the film may not have come to it yet. */
  asks = $state.raw<Question | null>(null);
  /** That question is asked again: an undo led to it. */
  asksAgain = $state(false);
  /** The frame in which the last message's card has shown its face, by `performance.now()`; null before that. */
  faced = $state<number | null>(null);
  reduced = false;
  /** True if my own card waits to be turned up in a war. */
  holds = true;
  /** Called with each sound that is heard, and in how many battles; null where nobody listens. */
  heard: ((sound: Sound, depth: number) => void) | null = null;

  /** Called when I turn my waiting card up, with how many events of the turn had been told. */
  turnsUp: ((told: number) => void) | null = null;

  #timeline: Timeline = resting();
  /** The time of the film at which that card shows its face. */
  #face = 0;
  /** The turn that the room tells in parts, until its step comes. */
  #part: TurnPart | null = null;
  /** I have turned up the card for which that part waits. */
  #turned = false;
  #time = 0;
  /** The last cue that was seen and heard. */
  #cue: Cue | null = null;
  /** The wait that was released last. */
  #released = -1;
  /** A press has hurried what is left. */
  #rate: number | null = null;
  #drawers = new Set<() => void>();
  #clock: Clock;

  constructor(
    readonly seats: number,
    readonly me: number,
    readonly layout: Pick<Layout, "counts" | "bySeat"> & Partial<Pick<Layout, "ground">>,
    /** What the game stages. */
    readonly drama: Drama,
    frames?: Frames,
  ) {
    this.#clock = new Clock((ms) => this.#tick(ms), frames);
  }

  // What is read of the still changes by itself: a line of the log moves no card, and a count draws no front.
  readonly tableau = $derived(this.still.tableau);
  readonly lying = $derived(this.still.lying);
  readonly view = $derived(this.still.view);
  readonly question = $derived(this.still.question);
  readonly log = $derived(this.still.log);
  readonly history = $derived(this.still.history);
  readonly course = $derived(this.still.course);
  readonly gains = $derived(this.still.gains);
  readonly battles = $derived(this.still.battles);
  readonly last = $derived(this.still.last);
  readonly ring = $derived(this.still.ring);
  readonly riffle = $derived(this.still.riffle);
  /** My own card waits to be turned up. */
  readonly held = $derived(this.still.held);
  /** How many cards lie between the players. */
  readonly stake = $derived(stakeOf(this.lying));
  /** How far the end has been told. */
  readonly ended = $derived(this.still.ended);
  /** How the game has ended, once that is told. */
  readonly ending: Ending | null = $derived.by(() =>
    this.ended < ENDED.result
      ? null
      : endingOf(this.view, this.log, this.history, this.drama, this.layout.ground === "lanes"),
  );

  get counting(): Counting {
    return this.layout.counts;
  }
  /** The turn is told in parts, and its step has not come. */
  get awaits(): boolean {
    return this.#part !== null;
  }
  get timeline() {
    return this.#timeline;
  }
  get time() {
    return this.#time;
  }

  /** What each seat has, by the game's own measure. */
  shares(): number[] {
    return sharesOf(this, this.seats, this.counting);
  }

  shareOf(seat: number): number {
    return shareOf(this, seat, this.counting);
  }

  /** What a seat has lost since the turn before the last one that was told. */
  lossOf(seat: number): number {
    const now = this.shareOf(seat);
    return Math.max(0, ...this.history.slice(-2).map((shares) => (shares[seat] ?? now) - now));
  }

  /** Calls `draw` with every frame; returns how to end that. */
  drawn(draw: () => void): () => void {
    this.#drawers.add(draw);
    return () => this.#drawers.delete(draw);
  }

  /** Another entry of the log. What runs goes on; this one follows it. */
  receive(step: Step): void {
    const events = untold(step.events, this.#part?.events ?? []);
    this.#comes(null);
    this.asksAgain = !!step.turn;
    if (step.question?.reaction) this.complete(); // what still runs must not cost a player time
    const from = Math.max(this.#time, this.#timeline.ends);
    this.#timeline = append(this.#timeline, { ...step, events }, this.#time, this.#rules());
    [this.asks, this.faced, this.#face] = [step.question, null, faceAt(this.#timeline, from, this.reduced)];
    this.#begins();
  }

  /** An entry that is not shown by itself, because another comes at once; that one shows what it changed. */
  skip(step: Step): void {
    this.#comes(null);
    this.#timeline = resting(laid(lastStill(this.#timeline), step, this.#rules()), this.#time);
    [this.asks, this.faced, this.#face] = [step.question, null, this.#time];
  }

  /** More of a turn that is told in parts; `still`: as it lies now, without motion. */
  tell(part: TurnPart, still = false): void {
    const events = part.events.slice(this.#part?.events.length ?? 0);
    this.#comes(part);
    this.#timeline = appendPart(this.#timeline, { ...part, events }, this.#time, this.#rules());
    this.#begins();
    if (still) this.complete();
    if (!this.holds) this.#turnUp();
  }

  /** What begins now is seen before the next frame: a question that has been answered is not asked any longer. */
  #begins(): void {
    this.running = true;
    this.#to(this.#time);
    if (this.speed === Infinity) this.finish();
    else this.#clock.start();
  }

  /** A whole table, without motion. */
  lay(view: View, question: Question | null, events: readonly GameEvent[] = [], digest: Digest | null = null): void {
    [this.asks, this.faced, this.#face] = [question, null, this.#time];
    this.#rest(laid(lastStill(this.#timeline), { view, question, events, digest }, this.#rules()));
  }

  /** A turn from its midst: its first events are laid without motion, the rest follow, or wait for good. */
  begin(step: Step, rest: readonly GameEvent[], follow = true): void {
    this.#rest({ ...amid(lastStill(this.#timeline), step.events, rest, step.view, this.#rules()), question: null });
    if (follow) this.receive({ ...step, events: [...rest] });
  }

  /** A moment in the midst of a step: so many of its events are laid, and nothing follows. */
  amid({ events, view }: Pick<Step, "events" | "view">, n: number): void {
    this.#rest(amid(lastStill(this.#timeline), events.slice(0, n), events.slice(n), view, this.#rules()));
  }

  /** The turns so far, where the room remembers them: the shares after each, and the log before what it has now. */
  recall(history: readonly (readonly number[])[], log: readonly Turn[] = []): void {
    const still = lastStill(this.#timeline);
    const told = [...recalled(log, this.me, this.drama), ...still.log];
    const unit = this.counting.unit ?? 1;
    // Where chips are counted, these shares are what each has gained.
    const gains = still.gains.length > 0 ? history.map((row) => row.map((one) => one / unit)) : still.gains;
    this.#rest({ ...still, history, course: history, gains, log: told });
  }

  /** Completes what runs, but not past my card that waits. */
  complete(): void {
    this.#to(Math.min(quietAt(this.#timeline), waitAfter(this.#timeline, this.#released)));
    this.#clock.stop();
  }

  /** Completes what runs and everything that waits. */
  finish(): void {
    this.#released = this.#timeline.ends;
    this.#turnUp();
    this.#to(quietAt(this.#timeline));
    this.#clock.stop();
  }

  /** Completes the last turn of a game that is over; its end is seen. */
  conclude(): void {
    const end = this.#timeline.cues.find((cue) => cue.at > this.#time && cue.still.ended !== ENDED.not);
    if (!end) return;
    this.#released = this.#timeline.ends;
    this.#to(Math.max(this.#time, end.at - END.front));
  }

  /** Turns my waiting card up. */
  release(): void {
    if (!this.held) return;
    this.#released = this.#time;
    this.#turnUp();
    this.#clock.start();
  }

  #turnUp(): void {
    if (this.#turned || !this.#part?.waits.some((card) => card.seat === this.me)) return;
    this.#turned = true;
    this.turnsUp?.(this.#part.events.length);
  }

  /** The turn goes on in the room: what waited until now waits no more. */
  #comes(part: TurnPart | null): void {
    if (this.#part) this.#released = Math.max(this.#released, this.#timeline.ends);
    this.#part = part;
    this.#turned = false;
  }

  /** A press of the button that goes on. Returns true if it asks for the next turn as well. */
  press(): boolean {
    if (this.held) {
      this.release();
      return false;
    }
    if (!this.running) return true;
    const { to, goes } = pressed(this.#timeline, this.#time, this.#released);
    if (to > this.#time) this.#to(to);
    if (goes) this.#rate = Math.max(this.speed, (this.#timeline.ends - this.#time) / RUSH);
    if (this.#part) return false;
    const { view, question } = lastStill(this.#timeline);
    return goes && question === null && !view?.over;
  }

  close(): void {
    this.#clock.stop();
  }

  #rules(): Rules {
    const { seats, me, counting, drama } = this;
    return { seats, me, counting, drama, bySeat: this.layout.bySeat, holds: this.holds && this.speed !== Infinity };
  }

  #rest(still: Still): void {
    this.#timeline = resting(still, this.#time);
    this.#to(this.#time);
  }

  #tick(ms: number): boolean {
    const wait = waitAfter(this.#timeline, this.#released);
    const quiet = quietAt(this.#timeline) + (this.reduced ? FADE : 0);
    const passed = this.still.ended === ENDED.not ? Math.min(ms, LATE_MS) : ms;
    this.#to(Math.min(this.#time + passed * this.#pace(), wait));
    return this.#time < Math.min(wait, quiet);
  }

  /** How fast film time passes: at eight times sweeps take 60 ms, so that they are seen. */
  #pace(): number {
    if (this.#rate !== null) return this.#rate;
    if (this.speed === Infinity) return 1000;
    const rests = this.#timeline.rests.some((one) => one.to > this.#time);
    return this.speed === 8 && !rests ? 4 : this.speed;
  }

  #to(time: number): void {
    const { cues } = this.#timeline;
    const now = cueAt(this.#timeline, time);
    const jumps = time - this.#time > 200;
    const heard = cues.slice(cues.indexOf(this.#cue!) + 1, now + 1).flatMap((cue) => cue.heard ?? []);
    for (const { sound, depth } of jumps ? heard.slice(-1) : heard) this.heard?.(sound, depth);
    this.#time = time;
    this.#cue = cues[now]!;
    this.still = this.#cue.still;
    if (this.faced === null && time >= this.#face) this.faced = performance.now();
    if (time >= this.#timeline.ends) {
      this.running = this.#part !== null;
      this.#rate = null;
    }
    for (const draw of this.#drawers) draw();
  }
}
