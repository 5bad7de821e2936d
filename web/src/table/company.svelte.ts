// The things beside the game: hints, chances, emotes, the clock of a choice, and whether a bot plays for me.
import { untrack } from "svelte";
import { brief } from "../room/terms";
import { Talk } from "../room/talk.svelte";
import type { AbsenceSeen, Clock, Countdown, RoomSeen, Switches } from "../schema";
import type { Chance, Question, Room, SeatInfo, Step, TableMessage } from "../wire";
import { maybe, t } from "../words/words.svelte";
import { lastTurnSeen, rememberTurn, type Seen } from "./lastTurn";

export const EMOTES = ["hello", "well played", "thanks", "oops", "hurry", "good game"] as const;
export type Emote = (typeof EMOTES)[number];

/** So long an emote stands beside its seat. */
const SHOWN_MS = 4000;
/** Who is waited for longer than this may be nudged. */
const PATIENCE_MS = 20_000;

export interface Hint {
  choice: string;
  /** In a sentence: what the adviser sees in it. */
  why: string;
  /** The choice and its chance in a short sentence, for a phone. */
  short: string;
}

/** A page that is loaded again is back within this. */
const RELOAD_MS = 2000;

const NONE: ReadonlyMap<string, Chance> = new Map();

/** What a table asks of its room. */
export interface Asks {
  /** The chances of my choices whose result is open. */
  chances: () => void;
  hint: () => void;
  emote: (emote: Emote) => void;
  /** Writes to the others. */
  say: (text: string) => void;
  /** As the host: switch things on or off, and pause. */
  switches: (wish: Switches) => void;
  /** As the host: ask a player to leave, with a word. */
  kick: (seat: number, word: string) => void;
  /** As the host: make another player the host. */
  makeHost: (seat: number) => void;
  /** Spectators may look over my seat, or no longer. */
  show: (shown: boolean) => void;
  /** As a spectator I look over a seat, or over none. */
  look: (seat: number | null) => void;
  /** As the host: have a bot play for a player who has gone. */
  standIn: (seat: number) => void;
  /** My seat back from the bot that plays for me. */
  back: () => void;
  /** A bot plays on for me. */
  leave: () => void;
  /** What is to be done about a player who has gone: a bot plays, or we wait. */
  vote: (bot: boolean) => void;
  rematch: () => void;
  story: () => void;
  /** The results of the day whose deal this is. */
  day: () => void;
  /** The tournament that this is a table of. */
  tournament: () => void;
  /** The story, open at a turn. */
  replay: (turn: number) => void;
  /** Another game. */
  next: () => void;
}

/** Whole seconds: what is left, and of how many. */
export interface Left {
  left: number;
  of: number;
}

/** What a room says that is not an entry of the log. */
export type Heard =
  | { type: "hint"; choice: string; why: string; short?: string }
  | { type: "chances"; chances: readonly Chance[] }
  | { type: "emote"; seat: number; emote: string }
  | { type: "said"; seat: number; name: string; text: string }
  | {
      type: "table" | "step";
      clock?: Clock | null;
      next?: Countdown | null;
      question?: Question | null;
      [more: string]: unknown;
    }
  | { type: string };

export class Company {
  hint = $state.raw<Hint | null>(null);
  /** The chances of my choices, by notation, as far as they are known. */
  chances = $state.raw(NONE);
  /** What the people write, and whom I mute. */
  readonly talk = new Talk();
  /** The room, as far as a table is in one. */
  room = $state.raw<Room | null>(null);
  /** The last turn that I saw before I was away; null where I have missed nothing. */
  missed = $state.raw<Seen | null>(null);
  /** I am the host. */
  host = $state(false);
  /** What stands beside each seat now. */
  said = $state.raw<ReadonlyMap<number, string>>(new Map());
  /** What is left of the clock, in whole seconds, and of how many; null where there is none. */
  clock = $state.raw<Left | null>(null);
  /** What is left of the time for all choices of this turn; null where a turn has no clock. */
  turn = $state.raw<Left | null>(null);
  /** What is left until the next turn begins by itself; null where none does. */
  next = $state.raw<Left | null>(null);
  /** Whole seconds since the last entry of the log. */
  waited = $state(0);
  /** A choice of mine is on its way to the server, which has not answered. */
  sent = $state(false);
  /** Why nothing can be done here now; null where something can. */
  still = $state<string | null>(null);
  /** I only look on: no seat is mine. */
  watching = $state(false);
  /** The seat that I look over; null where I see what every spectator sees. */
  over = $state<number | null>(null);
  /** The vote about players who have gone; null where there is none. */
  absence = $state.raw<AbsenceSeen | null>(null);
  /** Somebody has been waited for long enough to be nudged. */
  late = $state(false);
  /** The seats that the game waits for. */
  waitsFor = $state.raw<readonly number[]>([]);
  /** The seats that have nudged whom the game waits for now. */
  #nudges = new Set<number>();

  /** I am asked, and the result of a choice is open. */
  #open = false;
  /** The room in which I play; null elsewhere. */
  #room: string | null = null;
  #clock: Countdown | null = null;
  #turn: Countdown | null = null;
  #next: Countdown | null = null;
  #asked = 0;
  #paused = false;
  #seen = 0;
  #time = $state.raw<number | null>(null);
  #ticks: ReturnType<typeof setInterval> | undefined;

  constructor(
    readonly asks: Asks,
    readonly now: () => number = () => performance.now(),
  ) {}

  hears(message: Heard): void {
    if (message.type === "hint" && "why" in message)
      this.hint = { choice: message.choice, why: message.why, short: message.short || message.why };
    else if (message.type === "refused") {
      this.sent = false;
      if (this.hint?.choice === "") this.hint = null;
    } else if (message.type === "emote" && "emote" in message && message.emote === "hurry") this.#nudged(message.seat);
    else if (message.type === "emote" && "emote" in message)
      this.#shows(message.seat, maybe(`emote.${message.emote}`) ?? message.emote);
    else if (message.type === "said" && "text" in message) {
      this.talk.hears(message);
      this.#shows(message.seat, message.text);
    } else if (message.type === "chances" && "chances" in message)
      this.chances = new Map(message.chances.map((one) => [one.choice, one]));
    else if (message.type === "table" || message.type === "step") {
      const { clock, next } = message as { clock?: Clock | null; next?: Countdown | null };
      this.#turns(clock ?? null, next ?? null);
      const question = "question" in message ? message.question : null;
      this.waitsFor = question ? (question.seats ?? (question.seat == null ? [] : [question.seat])) : [];
      if (message.type === "table") this.#returns(message as Partial<TableMessage>);
      else this.#follows(message as Partial<Step>);
      this.#open = question?.parts?.some((one) => one.outcome === "chance") ?? false;
      this.reconnected();
    } else if (message.type === "room") this.#sits(message as Partial<TableMessage>);
  }

  /** Turns that I see at a table of mine are remembered. */
  #sits({ room, you }: Partial<TableMessage>): void {
    this.#room = you == null || room?.state !== "playing" ? null : room.room;
  }

  /** I come to a table: more than one turn may have been played since I saw it. */
  #returns(table: Partial<TableMessage>): void {
    const { view, seq } = table;
    this.#sits(table);
    if (this.#room === null || !view) return;
    const seen = lastTurnSeen(this.#room);
    if (seen !== null && view.turns - seen.turn > 1) this.missed = seen;
    rememberTurn(this.#room, { turn: view.turns, seq: seq ?? -1 });
  }

  #follows({ view, seq }: Partial<Step>): void {
    if (this.#room !== null && view) rememberTurn(this.#room, { turn: view.turns, seq: seq ?? -1 });
  }

  /** Asks for a hint, and says so until it comes. */
  askHint(): void {
    const waits = t("table.hinting");
    this.hint = { choice: "", why: waits, short: waits };
    this.asks.hint();
  }

  /** Asks for chances that are not known yet: those of a question, or after the connection was lost. */
  reconnected(): void {
    if (this.#open && this.chances.size === 0) this.asks.chances();
  }

  /** The room has changed. */
  sees({ absence, left, paused = false }: Pick<RoomSeen, "absence" | "left"> & { paused?: boolean }): void {
    this.#seen = this.now();
    this.#pauses(paused);
    this.absence = absence ?? null;
    this.#time = left ?? null;
  }

  /** Seconds until the time of a timed game is up; null where none is set. */
  timeLeft(): number | null {
    void this.waited; // every second
    return this.#time === null ? null : Math.max(0, Math.ceil((this.#time - this.since()) / 1000));
  }

  /** While the game is paused the clock of a choice stands still; afterwards it begins again, as the server's does. */
  #pauses(paused: boolean): void {
    if (paused && !this.#paused) {
      clearInterval(this.#ticks);
      this.#ticks = undefined;
    } else if (!paused && this.#paused) {
      this.#asked = this.now();
      if (this.#clock) this.#clock = { ...this.#clock, left: this.#clock.of };
      if (this.#next) this.#next = { ...this.#next, left: this.#next.of };
      this.tick();
      this.#ticks ??= setInterval(() => this.tick(), 500);
    }
    this.#paused = paused;
  }

  /** Milliseconds since the room changed. */
  since(): number {
    return this.now() - this.#seen;
  }

  /** True if a person closed the page some time ago, so that this is no reload. */
  hasGone(seat: SeatInfo): boolean {
    void this.waited; // every second
    return seat.kind === "person" && seat.here === false && (seat.gone ?? 0) + this.since() > RELOAD_MS;
  }

  close(): void {
    clearInterval(this.#ticks);
  }

  /** Another entry of the log: what was advised is past, and the clock is what the room says. */
  #turns(clock: Clock | null, next: Countdown | null): void {
    this.hint = null;
    this.sent = false;
    for (const seat of this.#nudges) this.#falls(seat); // whoever was meant has chosen
    this.#nudges.clear();
    this.chances = NONE;
    this.late = false;
    this.waited = 0;
    this.#asked = this.now();
    this.#clock = clock && { of: clock.choice, left: clock.left };
    [this.#turn, this.#next] = [clock?.turn ?? null, next];
    this.tick();
    this.#ticks ??= setInterval(() => this.tick(), 500);
  }

  tick(): void {
    this.clock = this.#left(this.#clock, this.clock);
    this.turn = this.#left(this.#turn, this.turn);
    this.next = this.#left(this.#next, this.next);
    const waited = Math.floor((this.now() - this.#asked) / 1000);
    if (this.waited !== waited) this.waited = waited;
    if (!this.late && this.now() - this.#asked > PATIENCE_MS) this.late = true;
  }

  /** What is left of a time now; `shown` as long as that is the same. */
  #left(time: Countdown | null, shown: Left | null): Left | null {
    if (time === null) return null;
    const left = Math.max(0, Math.ceil((time.left - (this.now() - this.#asked)) / 1000));
    return shown?.left === left ? shown : { left, of: Math.ceil(time.of / 1000) };
  }

  /** A nudge names whom it means: beside the name of the one who nudges it would be read as their own turn. */
  #nudged(seat: number): void {
    const others = this.waitsFor.filter((one) => one !== seat);
    if (others.length === 0) return;
    const names = others.map((one) => this.room?.seats[one]?.name ?? "").join(", ");
    if (this.#shows(seat, names ? t("emote.hurry.to", { name: names }) : t("emote.hurry"))) this.#nudges.add(seat);
  }

  /** True if it is shown: what I mute is not. */
  #shows(seat: number, text: string): boolean {
    if (this.talk.muted.has(this.room?.seats[seat]?.name ?? "")) return false;
    this.#nudges.delete(seat);
    this.said = new Map(this.said).set(seat, text);
    setTimeout(() => this.said.get(seat) === text && this.#falls(seat), SHOWN_MS);
    return true;
  }

  /** What a seat has said is shown no longer. */
  #falls(seat: number): void {
    const left = new Map(this.said);
    left.delete(seat);
    this.said = left;
  }
}

/** "1:12"; of hours only the whole ones: "5 h" */
export function minutes(seconds: number): string {
  if (seconds >= 10 * 3600) return brief(seconds);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Whether a bot sits in for this person. */
export function standsIn(seat: SeatInfo | undefined): boolean {
  return seat?.kind === "person" && (seat as { stand_in?: boolean }).stand_in === true;
}

/** Selects what is advised, so that one press follows it, unless another choice lies chosen than when it was asked for. */
export function advised(
  hint: () => Hint | null | undefined,
  chosen: () => string,
  select: (choice: string) => void,
): void {
  const follows = follower();
  $effect(() => {
    const advice = hint()?.choice;
    if (advice === undefined) return void follows("", chosen()); // up to the moment in which it is asked for
    untrack(() => {
      if (follows(advice, chosen())) select(advice);
    });
  });
}

/** Tells whether a hint is followed, by what lies chosen when it is asked for (an empty choice) and when it comes. */
export function follower(): (advice: string, chosen: string) => boolean {
  let before = "";
  return (advice, chosen) => {
    if (advice === "") before = chosen;
    return advice !== "" && chosen === before;
  };
}
