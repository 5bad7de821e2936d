// A story on screen: its parts as they arrive, the seat whose view is shown, and the selected turn.
import "../words/late";
import { untrack } from "svelte";
import { api, Refusal } from "../api";
import { busy } from "../navigation/busy";
import type { Fairness } from "../fair/fair";
import { settings } from "../settings.svelte";
import { opensBattle } from "../table/events";
import { countsPoints, wonBy } from "../table/ending";
import { levelsTold } from "../table/levels";
import { cardsNamed, maybe, spoken, t, unbroken } from "../words/words.svelte";
import type { DealLuckSeen } from "../schema";
import type { GameInfo } from "../wire";
import { Asking } from "./asking.svelte";
import { chances, fallsOf, worth, type Analysis } from "./decided";
import { spokenOf, turnInShort } from "./label";
import { everySoOften } from "./playing";
import { changeAt, chooserOf, counts, dealt, namedAtEnd, tale, turningPoints, type StoryPart } from "./turns";

export interface Source {
  readonly games: readonly GameInfo[];
  readonly room: string;
  /** A part of the story as seen by a seat ("0", "1", …), with all cards open ("open"), or by everybody (null). */
  readonly load: (eyes: string | null, first: number) => Promise<StoryPart>;
  /** The parts with all cards open, as far as they are loaded. */
  readonly begun: readonly StoryPart[];
  readonly start: number | null;
  /** The analysis, as far as it is computed. */
  readonly analyse: (() => Promise<Analysis>) | null;
  /** The luck of the deal, as far as it is counted. */
  readonly luck: (() => Promise<DealLuckSeen>) | null;
  readonly fairness: (room: string) => Promise<Fairness>;
}

/** The duration of a turn while the story plays by itself, at speed 1. */
const STANDS = 1300;

/** So many turning points are told, on every screen; and so many are named beside a chart. */
const [MOST, NAMED] = [5, 3];

export class Reading {
  eyes = $state("open");
  #parts = $state.raw<readonly StoryPart[]>([]);
  #kept = new Map<string, readonly StoryPart[]>();
  trouble = $state<string | null>(null);
  /** The width of the page, without a scroll bar. */
  width = $state(1280);
  #chosen = $state<number | null>(null);
  /** The choice that a mistake in the sum led to, among all. */
  sought = $state<number | null>(null);
  playing = $state(false);
  /** True if the turn was reached by playing on. */
  moves = $state(false);
  /** True while the film of that turn still runs. */
  runs = $state(false);
  sealed = $state<{ commitment: string; fits: boolean } | null>(null);
  #wished = $state<"chance" | "shares" | null>(null);
  /** The map's own words for its states, where the ground is one. */
  #placed = $state.raw((text: string) => text);
  readonly asking: Asking<Analysis> | null;
  readonly #luck: Asking<DealLuckSeen> | null;

  constructor(readonly source: Source) {
    untrack(() => {
      this.#parts = source.begun;
      if (source.begun.length > 0) this.#kept.set("open", source.begun);
    });
    this.asking = untrack(() => source.analyse && new Asking(source.analyse));
    this.#luck = untrack(() => source.luck && new Asking(source.luck));
    $effect(() => {
      const known = this.#kept.get(this.eyes);
      if (known) this.#parts = known;
      else void this.#read(this.eyes);
    });
    $effect(() => void this.#verify());
    $effect(() => {
      if (this.info?.page.ground === "map") void this.#names(String(this.story!.options.map ?? "world"));
    });
    $effect(() => this.#play());
    $effect(() => () => {
      this.asking?.end();
      this.#luck?.end();
    });
  }

  async #read(wanted: string): Promise<void> {
    const found: StoryPart[] = [];
    try {
      for (let first: number | null = 0; first !== null; first = found.at(-1)!.next)
        found.push(await this.source.load(wanted, first));
      this.#kept.set(wanted, found);
      if (this.eyes === wanted) this.#parts = found;
    } catch (error) {
      this.#tell(error);
    }
  }

  async #names(board: string): Promise<void> {
    const [{ loadMap }, { inWords }] = await Promise.all([import("../map/map"), import("../map/written")]);
    const map = await loadMap(board, spoken());
    this.#placed = (text) => inWords(map, text);
  }

  async #verify(): Promise<void> {
    const { room, fairness } = this.source;
    try {
      const [{ checked }, { dealOf }, fair] = await Promise.all([
        import("../fair/fair"),
        import("../fair/deals"),
        fairness(room),
      ]);
      if (fair.sealed)
        this.sealed = {
          commitment: fair.commitment,
          fits: checked(fair, dealOf(room) ?? null).checks.every((one) => one.fits),
        };
    } catch {
      this.sealed = null;
    }
  }

  #tell(error: unknown): void {
    this.trouble = error instanceof Refusal ? error.message : String(error);
  }

  // What is told

  readonly found = $derived.by(() => this.asking?.answer?.found ?? null);
  /** The values by turn: those of the analysis, or those that are known while it goes on. */
  readonly valued = $derived.by(() => this.found ?? this.asking?.answer?.so_far ?? null);
  /** The content of the chart: an analysis that was there at once is shown at once, a later one on request. */
  readonly shows = $derived.by(() =>
    this.valued ? (this.#wished ?? (this.asking?.known ? "chance" : "shares")) : "shares",
  );
  readonly story = $derived(this.#parts[0] ?? null);
  readonly info = $derived.by(() => this.source.games.find((one) => one.game === this.story?.game) ?? null);
  readonly milestone = $derived(this.info?.page.milestone ?? null);
  /** The seat that was mine. */
  readonly me = $derived(this.story?.you ?? null);
  readonly seats = $derived(this.story?.names.length ?? 2);
  readonly near = $derived(this.me ?? 0);
  /** The seat nearest on the table: the one through whose eyes it is seen. */
  readonly beside = $derived(this.eyes === "open" ? this.near : Number(this.eyes));
  readonly far = $derived(this.seats === 2 ? 1 - this.near : this.near);
  readonly names = $derived((this.story?.names ?? []).map((one, seat) => (seat === this.me ? t("table.you") : one)));
  /** The levels of the bots, by seat: "Bot 1 keen"; empty without bots. */
  readonly levels = $derived(levelsTold(this.story?.levels ?? [], this.names));
  readonly told = $derived(
    tale(
      this.#parts.flatMap((part) => part.steps),
      this.story?.history ?? [],
      this.milestone?.kind ?? null,
      this.info?.page.share.unit,
    ),
  );
  readonly duel = $derived(this.seats === 2 && this.info?.page.ground === "front");
  /** What the seats hold are points. */
  readonly inPoints = $derived.by(() => countsPoints(this.info?.page.ground));
  readonly rows = $derived(this.duel && (this.info?.page.rows ?? false));
  readonly all = $derived(counts(this.told, this.near));
  readonly phone = $derived(this.width < 600);
  readonly narrow = $derived(this.width < 900);
  readonly winners = $derived(this.story?.result.winners ?? []);
  /** The name of the rank that says most about the luck of a deal, and how many of it each seat was dealt. */
  readonly rank = $derived(maybe(`rank.${this.info?.page.best_rank}`) ?? "");
  readonly aces = $derived.by(() => {
    const best = this.info?.page.best_rank;
    return this.told[0] && best ? dealt(this.told[0].view, this.seats, best) : null;
  });

  /** What the chart draws, turn by turn. */
  readonly course = $derived(this.valued && this.shows === "chance" ? chances(this.told, this.valued) : this.told);
  /** The value of the game before the deal, and the turns that certainly changed it, where the chart shows values. */
  readonly #certain = $derived.by(() => {
    if (this.shows === "shares") return null;
    const turns = new Set(this.found?.points.map((one) => one.turn));
    return {
      start: this.valued!.start,
      turns: new Set(this.told.flatMap((one, i) => (turns.has(one.turn) ? [i] : []))),
    };
  });
  #largest(most: number): number[] {
    const known = this.shows === "shares" || this.found !== null;
    const named = this.winners.length > 0 ? namedAtEnd(this.told) : null;
    return known ? turningPoints(this.course, most, named, this.#certain) : [];
  }
  /** The turning points. */
  readonly points = $derived.by(() => this.#largest(MOST));
  /** The largest of them, which the chart of a duel names. */
  readonly named = $derived.by(() => this.#largest(NAMED));

  // The turn that is looked at

  readonly at = $derived.by(() =>
    Math.min(this.told.length - 1, Math.max(0, this.#chosen ?? this.source.start ?? this.told.length - 1)),
  );
  readonly now = $derived(this.told[this.at]);
  readonly before = $derived(this.told[Math.max(0, this.at - 1)]);
  readonly last = $derived(this.at === this.told.length - 1);

  title(): string {
    return wonBy(this.winners, this.names, this.me, this.info?.page.ground === "house");
  }
  /** The sentence about the luck of the deal; empty until it is known. */
  readonly luck = $derived.by(() => unbroken(this.#luck?.answer?.text ?? ""));
  /** A sentence with states by their titles; its cards are drawn. */
  placed = (text: string): string => this.#placed(text);
  /** A sentence or a choice in words alone. */
  written = (text: string): string => cardsNamed(this.#placed(text));
  sentences(i: number): string[] {
    return spokenOf(this.told[i]!.events);
  }
  label(i: number): string {
    const one = this.told[i]!;
    if (one.turn === 0) return t("story.deal");
    const battle = one.events.find((event) => this.info && opensBattle(this.info.page.drama, event));
    const short = turnInShort(one, this.info?.page.ground, this.names, this.me);
    return this.written(battle?.title ? `${String(battle.title)}. ${short}` : short);
  }
  /** The change of a turning point, as the chart shows it, and whose turn it was if it changed most for another. */
  swing(i: number): string {
    const { seat, before, after } = changeAt(this.course, i, this.#certain?.start, this.me);
    const share = this.shows === "chance" && this.valued!.share;
    const say = (value: number) => worth(value, share, spoken());
    if (say(before) === say(after)) return t("story.swing.same", { name: this.names[seat] ?? "", after: say(after) });
    const swing = t("story.swing", { name: this.names[seat] ?? "", before: say(before), after: say(after) });
    const chooser = chooserOf(this.told[i]!);
    if (chooser === null || chooser === seat) return swing;
    const turn =
      chooser === this.me ? t("story.swing.yours") : t("story.swing.of", { name: this.names[chooser] ?? "" });
    return `${turn} ${swing}`;
  }

  readonly #chances = $derived(this.found?.share ? chances(this.told, this.found) : null);
  /** The sentences for seats whose chance to win fell in this turn although they gained. */
  readonly falls = $derived.by(() => {
    const { found, at, before, now } = this;
    const [then, after] = this.#chances?.slice(at - 1, at + 1) ?? [];
    if (!found || at === 0 || !before || !now || !then || !after) return [];
    const say = (value: number) => worth(value, true, spoken());
    return fallsOf(
      { before: before.shares, after: now.shares },
      { before: then.shares, after: after.shares },
      found.worlds,
    ).map((one) =>
      t(one.seat === this.me ? "story.fell.you" : "story.fell", {
        name: this.names[one.seat] ?? "",
        before: say(one.before),
        after: say(one.after),
      }),
    );
  });

  show(what: "chance" | "shares"): void {
    this.#wished = what;
  }
  go(to: number, on = false): void {
    this.moves = on;
    this.#chosen = Math.min(this.told.length - 1, Math.max(0, to));
  }
  jump(to: number): void {
    this.playing = false;
    this.go(to);
  }
  next(): void {
    this.playing = false;
    this.go(this.at + 1, true);
  }
  nextMilestone(): void {
    const next = this.told.findIndex((one, i) => i > this.at && one.milestones > 0);
    if (next >= 0) this.jump(next);
  }
  #play(): (() => void) | undefined {
    if (!this.playing) return undefined;
    const speed = settings.speed === Infinity ? 16 : settings.speed;
    return everySoOften(
      (this.rows ? STANDS / 2 : STANDS) / speed,
      () => this.runs,
      () => {
        if (this.last) this.playing = false;
        else this.go(this.at + 1, true);
      },
    );
  }
  key(event: KeyboardEvent): void {
    const target = event.target as Element;
    if (target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    const pressed = event.key;
    if (pressed === "ArrowLeft") this.jump(this.at - 1);
    else if (pressed === "ArrowRight") this.next();
    else if (pressed === "Home") this.jump(0);
    else if (pressed === "End") this.jump(this.told.length - 1);
    else if (pressed.toLowerCase() === "w" && this.all.eventful > 0) this.nextMilestone();
    else if (pressed === " " && !target.closest("button, a")) this.playing = !this.playing;
    else return;
    event.preventDefault();
  }

  // Ways on

  async #leave(promise: Promise<{ url: string }>): Promise<void> {
    try {
      location.assign((await busy(promise)).url);
    } catch (error) {
      this.#tell(error);
    }
  }
  /** True if I chose in this turn. */
  readonly own = $derived(this.at > 0 && this.me !== null && chooserOf(this.now!) === this.me);
  /** Plays a turn of mine again, from its beginning. */
  playAgain = (): Promise<void> => this.#leave(api.playOn(this.source.room, this.before!.seq));
  playOn = (): Promise<void> => this.#leave(api.playOn(this.source.room, this.now!.seq));
}
