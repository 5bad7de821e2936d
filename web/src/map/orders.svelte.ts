// The order that a player prepares on the map: its two states, and the number of dice or tanks.
import { untrack } from "svelte";
import "../words/late";
import { t } from "../words/words.svelte";
import { advised } from "../table/company.svelte";
import { attacks } from "../table/events";
import { againstState } from "../table/whyNot";
import type { Board } from "./board.svelte";
import { around, type Box } from "./map";

const CARDS_OF_A_TRADE = 3;

export class Orders {
  from = $state<string | null>(null);
  to = $state<string | null>(null);
  /** The number of dice or tanks that the player has set; null: as many as may be. */
  asked = $state<number | null>(null);
  /** The bomb has been chosen and asks once more. */
  sure = $state(false);
  /** The cards that a trade is to have. */
  cards = $state<string[]>([]);
  /** The state that was pressed last, if that did nothing, and the reason. */
  refused = $state.raw<{ state: string; why: string } | null>(null);
  /** Rolls on with all dice until the state has fallen or cannot be attacked from there any more. */
  storming = $state(false);

  /** The most dice of the roll that is on its way; 0 for none. */
  rolling = $state(0);

  readonly verb = $derived.by(() => this.board.choices[0]?.part.verb ?? null);
  /** The states that the chosen one reaches. */
  readonly reach = $derived.by(() => (this.from ? this.#reachOf(this.from) : new Set<string>()));
  readonly choosable = $derived.by(
    () => new Set([...this.board.choices.flatMap((one) => one.part.states?.slice(0, 1) ?? []), ...this.reach]),
  );
  readonly assaults = $derived.by(() =>
    this.#between().filter((one) => one.part.verb === "attack" || one.part.verb === "move"),
  );
  /** A move whose tanks are asked for next: its states stay chosen. */
  readonly counts = $derived(this.assaults[0]?.part.verb === "move" && this.assaults[0].part.number === undefined);
  readonly bomb = $derived.by(() => this.#between().find((one) => one.part.verb === "bomb"));
  /** Two states between which I may attack are chosen. Between two of mine tanks may follow a conquest. */
  readonly attacking = $derived(this.assaults[0]?.part.verb === "attack");
  readonly most = $derived(Math.max(this.rolling, ...this.assaults.map((one) => one.part.number ?? 0)));
  readonly dice = $derived(Math.min(this.asked ?? this.most, this.most));
  /** Those that are outlined as targets: beside a chosen attack no state of mine, though tanks may follow into it. */
  readonly targets = $derived.by(() => {
    const { owners, me } = this.board;
    return this.attacking ? new Set([...this.reach].filter((state) => owners[state] !== me)) : this.reach;
  });
  /** The states of an attack that is composed, or rolled: after a last roll there is nothing left to compose. */
  readonly fight = $derived.by(() => {
    const { director, company } = this.board;
    const [a, b] = [this.board.stateOf(this.from), this.board.stateOf(this.to)];
    // While my roll is on its way, and until something else is told than rolls.
    const last = director.running ? director.log.at(-1)?.events.at(-1) : undefined;
    const rolls = this.rolling > 0 && (director.running ? !!last && attacks(last) : !!company?.sent);
    return (this.attacking || rolls) && a && b ? { a, b } : null;
  });
  /** The part of the map around both chosen states. */
  readonly loupe = $derived.by<Box | null>(() => {
    const [a, b] = [this.board.stateOf(this.from), this.board.stateOf(this.to)];
    return a && b ? around(a, b, this.board.map.width) : null;
  });

  constructor(
    readonly board: Board,
    start: readonly [string, string] | null,
  ) {
    if (start) [this.from, this.to] = start;
    $effect(() => this.settle());
    $effect(() => {
      if (board.choices.length > 0) this.rolling = 0;
    });
    // What was chosen in a turn ends with it: the tray and the map follow the others.
    $effect(() => {
      const { view, me, choices } = board;
      if (view && choices.length === 0 && view.state.turn_of !== me) untrack(() => this.ends());
    });
    $effect(() => {
      if (this.storming && board.question && !board.director.running) untrack(() => this.roll());
    });
    advised(
      () => board.company?.hint,
      () => [this.from, this.to, this.asked, ...this.cards].join(" "),
      (hint) => {
        const part = board.choices.find((one) => one.text === hint)?.part;
        if (!part) return;
        [this.from = null, this.to = null] = part.states ?? [];
        this.sure = part.verb === "bomb";
        [this.asked, this.cards] = [part.number ?? null, part.verb === "trade" ? [...(part.cards ?? [])] : []];
      },
    );
  }

  /** Lets go what can't be done any more. */
  settle(): void {
    const { owners, me, choices } = this.board;
    // A conquered state can no longer be attacked, but tanks may follow.
    if (this.to && owners[this.to] === me && this.verb === "attack" && !this.reach.has(this.to)) this.to = null;
    if (this.from && owners[this.from] !== me && this.verb !== "claim") this.from = null;
    // A state whose tanks have moved in, or are lost, does nothing more.
    const isSpent = () => !choices.some(({ part }) => part.states?.[0] === this.from);
    if (this.from && (this.verb === "attack" || this.verb === "move") && isSpent()) [this.from, this.to] = [null, null];
  }

  pick(state: string): void {
    this.sure = false;
    this.refused = null;
    // A state for tanks, or for me, stays chosen: a press elsewhere chooses another.
    if (state === this.from && (this.verb === "place" || this.verb === "claim")) return;
    this.asked = null;
    // A second press on a state of mine attacks from there.
    const isAgain = state === this.to && this.verb === "attack" && this.board.owners[state] === this.board.me;
    if (this.from && this.reach.has(state) && !isAgain) this.to = state;
    else if (state === this.from) this.drop();
    else if (this.board.choices.some((one) => one.part.states?.[0] === state)) [this.from, this.to] = [state, null];
    else {
      const why = this.#whyNot(state);
      if (why) [this.refused, this.to] = [{ state, why }, null];
      else this.drop();
    }
  }

  /** The reason why a press on a state does nothing now. */
  #whyNot(state: string): string | null {
    const { question, company, director, me, names, view } = this.board;
    if (company?.watching || director.running || !view || view.over) return null;
    if (question) return againstState(question, state, this.from);
    const seat = view.state.turn_of ?? me;
    return seat === me ? null : t("why.turn", { name: names[seat] ?? "" });
  }

  /** A card that the trade is to have, or not any more; of more than three the first goes. */
  pickCard(card: string): void {
    this.cards = this.cards.includes(card)
      ? this.cards.filter((one) => one !== card)
      : [...this.cards, card].slice(-CARDS_OF_A_TRADE);
  }

  /** Chooses no state. */
  drop(): void {
    [this.from, this.to, this.rolling, this.refused] = [null, null, 0, null];
  }

  /** My turn is over. */
  ends(): void {
    this.drop();
    this.storming = false;
  }

  send(choice: string): void {
    if (this.board.company?.sent) return;
    this.board.director.finish();
    this.storming &&= choice.startsWith("attack");
    this.sure = false;
    if (choice.startsWith("attack")) this.rolling = this.most;
    else if (!choice.startsWith("bomb") && !this.counts) this.drop(); // after the bomb the attack is still to be made
    this.asked = this.refused = null;
    this.cards = [];
    this.board.given.onchoose(choice);
  }

  storm(): void {
    this.storming = true;
    this.roll();
  }

  roll(): void {
    const all = this.assaults.find((one) => one.part.number === this.most);
    if (all && this.attacking) this.send(all.text);
    else this.storming = false;
  }

  #between() {
    return this.board.choices.filter(
      ({ part }) => part.states?.[0] === this.from && part.states?.[1] === this.to && part.states,
    );
  }

  #reachOf(state: string): Set<string> {
    return new Set(
      this.board.choices.flatMap(({ part }) => (part.states?.[0] === state && part.states[1] ? [part.states[1]] : [])),
    );
  }
}
