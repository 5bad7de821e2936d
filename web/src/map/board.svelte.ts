// The board of BlitzWar as the table shows it: states, owners and tanks, and my own hand.
import { standsIn } from "../table/company.svelte";
import { choicesOf } from "../table/choices";
import { whyNot, type Why } from "../table/whyNot";
import { marches, places } from "../table/events";
import type { RoomData } from "../table/roomData";
import "../words/late";
import { t } from "../words/words.svelte";
import type { Arm } from "./arms";
import type { GameMap, MapState } from "./map";
import { current, goalOf, progress, titledMissions, told } from "./missions";
import { isOut, NOBODY } from "./owners";
import { bombedIn } from "./texts";
import { inWords } from "./written";

/** The properties of a table with a map. */
export interface Ground {
  map: GameMap;
  given: RoomData;
  /** The house rules. */
  options: Record<string, unknown>;
}

/** Tanks for each own state on the cards of a tris (BW-045). */
const FOR_OWN = 2;
/** The phases of a turn that follow the attacks, by the numbers of the game. */
const MOVING = new Set([4, 6]);
/** The most states that a map may have. */
const MOST_STATES = 42;

export class Board {
  readonly #ground: () => Ground;

  constructor(ground: () => Ground) {
    this.#ground = ground;
  }

  get map(): GameMap {
    return this.#ground().map;
  }
  get given(): RoomData {
    return this.#ground().given;
  }
  get options(): Record<string, unknown> {
    return this.#ground().options;
  }
  get director() {
    return this.given.director;
  }
  get company() {
    return this.given.company ?? null;
  }
  get me(): number {
    return this.director.me;
  }
  get view() {
    return this.director.view;
  }

  readonly owners = $derived.by(() => {
    const seats = Object.entries(this.#counters("owner"));
    return Object.fromEntries(seats.map(([state, seat]) => [state, seat < 0 ? NOBODY : seat]));
  });
  readonly tanks = $derived.by(() => this.#counters("tanks"));
  readonly names = $derived.by(() =>
    this.given.seats.map((one) => (one.seat === this.me && !this.company?.watching ? t("table.you") : one.name)),
  );
  /** My question, unless a bot plays for me. */
  readonly question = $derived.by(() => {
    const { question } = this.director;
    return question?.seat === this.me && !standsIn(this.given.seats[this.me]) ? question : null;
  });
  readonly choices = $derived.by(() => (this.company?.watching ? [] : choicesOf(this.question)));
  /** What I should know before I answer; empty while nothing is asked. */
  readonly briefed = $derived.by(() => {
    const { lead = "", rule = "" } = (!this.director.running && !this.company?.watching && this.question) || {};
    return `${lead} ${rule}`.trim();
  });
  /** How sets of three cards are counted here. */
  readonly sets = $derived.by(() => ({ tris: this.options.tris, traded: this.view?.state.trades ?? 0 }));
  readonly armOf = (card: string): Arm => this.stateOf(card.toLowerCase())?.arm ?? "joker";

  /** The tanks that cards of a set bring for own states on them. */
  forOwn(cards: readonly string[]): number {
    return FOR_OWN * cards.filter((card) => this.owners[card.toLowerCase()] === this.me).length;
  }

  /** I hold so many cards that I may not keep them. */
  readonly mustTrade = $derived.by(
    () => this.choices[0]?.part.verb === "trade" && this.choices.every(({ part }) => part.verb === "trade"),
  );
  /** I hold three cards or more, and no set. */
  readonly mayOnlyKeep = $derived.by(() => this.choices.length === 1 && this.choices[0]!.part.verb === "keep");
  /** The attacks of my turn are over: tanks move, or are counted. */
  readonly moves = $derived.by(() => this.question !== null && MOVING.has(this.view?.state.phase ?? -1));
  /** The state where the move ends whose tanks are counted now (42 times the first plus the second plus 1). */
  readonly sentTo = $derived.by(() => this.map.states[((this.view?.state.route ?? 0) - 1) % MOST_STATES] ?? null);
  readonly hand = $derived.by(() => this.view?.piles[`hand ${this.me}`]?.cards ?? []);
  /** The bomb that lies between two states. */
  readonly bombed = $derived.by(() => bombedIn(this.director));
  /** What was told last. */
  readonly #last = $derived.by(() => this.director.log.at(-1)?.events.at(-1));
  /** The two states of a bomb whose sentence is the last that was told. */
  readonly dropped = $derived.by(() => {
    const last = this.#last;
    const [a, b] = [last?.origin, last?.state].map((name) => this.stateOf(String(name)));
    return last?.kind === "bomb" && a && b ? { origin: a.name, state: b.name, a, b } : null;
  });
  /** The state where somebody else has just placed tanks, or moved them to, until I may choose. */
  readonly placed = $derived.by(() => {
    const last = this.#last;
    if (!last || !(places(last) || marches(last)) || last.seat === this.me || this.choices.length > 0) return null;
    return this.stateOf(String(last.state)) ?? null;
  });
  /** I have dropped my nuclear bomb. */
  readonly spent = $derived.by(() => (this.view?.state[`bombed ${this.me}`] ?? 0) > 0);
  /** The mission of the seat that looks, as it counts now, and how far it has come; null where there is none to see. */
  readonly mission = $derived.by(() => {
    const dealt = goalOf(this.view?.piles[`mission ${this.me}`]?.cards?.[0] ?? "");
    if (!dealt) return null;
    const holdings = { map: this.map, owners: this.owners, me: this.me, fellTo: (seat: number) => this.#fellTo(seat) };
    const goal = current(dealt, holdings);
    const title = this.company?.watching
      ? t("order.missionOf", { name: this.names[this.me] ?? "" })
      : t("order.mission");
    const count = progress(goal, holdings);
    return { title, text: told(this.map, this.names, goal), done: count ? t("order.done", count) : "" };
  });
  /** I play, and have no state left. */
  readonly isOut = $derived.by(
    () => !this.company?.watching && !!this.view && !this.view.over && isOut(this.view, this.me),
  );
  /** There are cards, a bomb or a mission for these eyes to see. */
  readonly isHolding = $derived.by(
    () =>
      (this.hand.length > 0 || !this.spent || this.mission !== null) &&
      (!this.company?.watching || this.company.over !== null),
  );

  /** The reason why a card of mine, or the bomb, can't be played now; null if a press means something else. */
  whyNot(card: string): Why | null {
    const { director, company, view } = this;
    return whyNot(card, {
      me: this.me,
      seats: this.given.seats,
      names: this.names,
      question: director.question,
      running: director.running,
      turnOf: view?.state.turn_of,
      over: view?.over ?? false,
      watching: company?.watching ?? false,
      still: company?.still ?? null,
    });
  }

  /** True if a bomb lies between two states. */
  isBombed(from: string, to: string): boolean {
    return this.bombed?.origin === from && this.bombed.state === to;
  }

  /** A sentence with the titles of states and the texts of missions. */
  written(text: string): string {
    return inWords(this.map, titledMissions(this.map, this.names, text));
  }

  #fellTo(seat: number): number {
    return this.view?.state[`fell_to ${seat}`] ?? 0;
  }

  stateOf(name: string | null): MapState | null {
    return this.map.states.find((one) => one.name === name) ?? null;
  }

  #counters(name: string): Record<string, number> {
    return Object.fromEntries(
      this.map.states.map((state) => [state.name, this.view?.state[`${name} ${state.name}`] ?? 0]),
    );
  }
}
