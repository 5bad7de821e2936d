// My question at a table of cards: the choices, the selected one, and the buttons that they make.
import { untrack } from "svelte";
import type { Chance, Milestone } from "../wire";
import { capital, percent, t } from "../words/words.svelte";
import type { Action } from "./action";
import { waitingButtons } from "./waitingButtons";
import { advised, standsIn } from "./company.svelte";
import {
  along,
  at,
  choicesOf,
  flipping,
  groups,
  labelOf,
  naming,
  ofOneCard,
  onPile,
  playedBy,
  stealing,
  taking,
  type Choice,
} from "./choices";
import { best, tripsOf } from "./games/blitz31";
import { Lookup } from "./lookup.svelte";
import { Reacting } from "./reacting.svelte";
import type { RoomData } from "./roomData";
import { kindOf, seatOf } from "./tableau";
import type { Until } from "./until";
import { whyNot, type Why } from "./whyNot";

interface Table extends RoomData {
  names: readonly string[];
}

/** Letters that choose at once. */
const LETTERS: Record<string, string> = {
  "draw discard": "D",
  "draw stock": "S",
  knock: "K",
  close: "C",
  pass: "P",
  war: "W",
  surrender: "X",
  stop: "S",
};

/** Kinds of piles that a choice may steal from a seat. */
const TO_STEAL = ["won", "bundle"];

/** The button that plays on to the next milestone. */
const skipping = ({ label, one }: Milestone, run: () => void): Action => ({
  label,
  short: capital(t("bar.next.short", { name: one })),
  key: "W",
  run,
});

export class OpenQuestion {
  /** What a finger or a key has chosen. */
  picked = $state<string | null>(null);
  /** My last choice of a number, with those beside it; and what I want to choose when I am asked again. */
  #made = $state.raw<{ choice: Choice; among: readonly Choice[] } | null>(null);
  #wanted: string | null = null;

  /** The same for a question that the quickest answer decides. */
  readonly reacting: Reacting;

  /** The card that is looked up. */
  readonly lookup = new Lookup(
    () => this.table().rules ?? null,
    () => this.table().director.seats,
  );

  /** Made while a component is: it looks on with it. */
  constructor(readonly table: () => Table) {
    this.reacting = new Reacting(table, () => this.go("turn"));
    advised(
      () => this.table().company?.hint,
      () => this.picked ?? "",
      (hint) => {
        if (this.choices.some((one) => one.text === hint)) this.picked = hint;
      },
    );
    // One press is the next round and the same choice in it.
    $effect(() => {
      const wanted = this.choices.find((one) => one.text === this.#wanted);
      if (this.choices.length > 0) this.#wanted = null;
      if (wanted) untrack(() => this.commit(wanted));
    });
  }

  readonly question = $derived.by(() => {
    const { director, seats } = this.table();
    const { question, me } = director;
    if (standsIn(seats[me])) return null; // a bot plays: first the seat is taken back
    return question?.seat === me || question?.seat === null ? question : null;
  });
  readonly choices = $derived.by(() =>
    this.table().company?.watching || this.question?.reaction ? [] : choicesOf(this.question),
  );
  /** Choices that say what they cost: a few, which stand where they are asked. */
  readonly answers = $derived.by(() => this.choices.filter((one) => one.part.cost));
  /** Until the server says what is usual: a discard is the lowest card, else the first choice. */
  readonly usual = $derived.by(
    () =>
      this.question?.usual ?? this.choices.find((one) => one.part.pile === "discard")?.text ?? this.choices[0]?.text,
  );
  readonly chosen = $derived.by(() => {
    const named = (text: string | null | undefined) => this.choices.find((one) => one.text === text);
    const usual = named(this.usual) ?? (this.usual === "" ? null : this.choices[0]); // in a lesson nothing may be usual
    return named(this.picked) ?? named(this.#made?.choice.text) ?? usual ?? null;
  });
  /** My hand's cards. */
  readonly hand = $derived.by(() => {
    const { director } = this.table();
    return (director.tableau.get(`hand ${director.me}`) ?? []).map((slot) => slot.code ?? "??");
  });
  /** Whether digits choose cards, and how many of them do. */
  readonly digits = $derived.by(() => this.choices.some((one) => one.part.cards || one.part.verb === "flip"));
  readonly lastDigit = $derived.by(() =>
    Math.min(9, this.choices[0]?.part.verb === "flip" ? this.choices.length : this.hand.length),
  );

  readonly actions = $derived.by<Action[]>(() => {
    const { company, layout, milestone } = this.table();
    if (company?.still) return [{ label: company.still, disabled: true, run: () => {} }];
    const quick = this.reacting.actions();
    if (quick) return quick;
    if (this.choices.length > 0) return this.#buttons();
    const again = layout.ground === "house" ? this.#again() : null;
    if (again) return [again];
    const waits = waitingButtons(this.table());
    if (waits) return waits;
    const cards = "piles" in layout.counts;
    return [
      { label: cards ? t("bar.go.war") : t("bar.go"), key: "Space", run: () => this.go("turn") },
      ...(milestone ? [skipping(milestone, () => this.go("milestone"))] : []),
      { label: t("bar.finish"), key: "F", run: () => this.go("end") },
    ];
  });

  /** A button for every group of choices, the chosen one's first. */
  #buttons(): Action[] {
    const { choices, chosen } = this;
    const found = groups(ofOneCard(choices, chosen, this.hand), this.usual);
    const list = chosen
      ? [...found].sort((a, b) => Number(b.choices.includes(chosen)) - Number(a.choices.includes(chosen)))
      : found;
    const pick = (choice: Choice) => (this.picked = choice.text);
    const buttons = list.flatMap((group, i): Action[] => {
      const choice = chosen && group.choices.includes(chosen) ? chosen : this.#against(group.choices);
      const numbers =
        group.choices.length > 1 &&
        group.verb !== "flip" &&
        group.choices.every((one) => one.part.number !== undefined && !one.part.cards);
      const tie = choice.part.tie ?? 0;
      const button = {
        label: this.label(choice),
        short: this.#shortly(choice),
        key: LETTERS[choice.text] ?? (i === 0 ? "Enter" : undefined),
        step: numbers
          ? along(
              group.choices.filter((one) => (one.part.tie ?? 0) === tie),
              choice,
              pick,
            )
          : undefined,
        run: () => this.commit(choice),
      };
      if (!group.choices.some((one) => one.part.tie)) return [button];
      // A second number, beside the first: both are made less and more by themselves.
      const ties = group.choices.filter((one) => one.part.number === choice.part.number);
      const step = along(ties, choice, pick);
      const first = { text: choice.text, part: { ...choice.part, label: undefined } };
      return [
        { ...button, label: this.label(first), short: this.label(first, true) },
        {
          label: t("bar.tie", { n: tie }),
          short: t("bar.tie.short", { n: tie }),
          step,
          run: () => (step.most ? (this.picked = ties[0]!.text) : step.by(1)),
        },
      ];
    });
    const blind = choices.length > 1 && choices.every((one) => one.part.verb === "flip");
    const chance = {
      label: t("bk.chance"),
      short: t("bk.chance.short"),
      key: "R",
      run: () => this.commit(choices[Math.floor(Math.random() * choices.length)]!),
    };
    return blind ? [...buttons, chance] : buttons;
  }

  /** The first of these choices; of those against several seats, against the one that has most. */
  #against(choices: readonly Choice[]): Choice {
    const shares = this.table().director.shares();
    const has = ({ part }: Choice) => shares[part.seat ?? -1] ?? 0;
    return choices.reduce((most, one) => (has(one) > has(most) ? one : most));
  }

  /** A choice on a button of a phone: with its chance, where answers have one. */
  #shortly(choice: Choice): string {
    const chance = choice.part.cost ? this.chance(choice) : null;
    return [this.label(choice, true), ...(chance ? [this.figure(chance)] : [])].join(" · ");
  }

  /** The button that plays the next round with the same choice; null before the first. */
  #again(): Action | null {
    const [made, { director, seats, company }] = [this.#made, this.table()];
    if (!made || director.running || director.question || director.view?.over || standsIn(seats[director.me]))
      return null;
    const label = t("bar.again", { choice: this.label(made.choice) });
    return {
      label,
      short: label,
      key: "Space",
      left: company?.next ?? undefined,
      step: along(made.among, made.choice, (choice) => (this.#made = { ...made, choice })),
      run: () => {
        this.#wanted = made.choice.text;
        this.go("turn");
      },
    };
  }

  /** The chance that a choice wins the battle, once it is known. */
  chance(choice: Choice | null): Chance | null {
    return (choice && this.table().company?.chances.get(choice.text)) ?? null;
  }

  /** A chance in whole percent; what was seen in no game or in all of them is not called impossible or sure. */
  figure({ chance }: Chance): string {
    if (chance < 0.005) return "<\u00a01\u00a0%";
    return chance > 0.995 ? ">\u00a099\u00a0%" : `${percent(chance)}\u00a0%`;
  }

  label(choice: Choice, short = false): string {
    const { layout, director } = this.table();
    return labelOf(
      choice,
      director.tableau,
      layout.suits && this.hand.length > 0
        ? { n: best(this.hand, tripsOf(this.table().company?.room?.options)).sum }
        : {},
      short,
    );
  }

  /** Sends a choice of the question that is asked, unless one is on its way. */
  commit(choice: Choice): void {
    const { company, director, onchoose } = this.table();
    if (company?.sent || !this.choices.some((one) => one.text === choice.text)) return;
    this.picked = this.lookup.seen = null;
    const { number, tie, verb } = choice.part;
    const among = this.choices.filter((one) => one.part.verb === verb && one.part.tie === tie);
    if (number !== undefined && among.length > 1) this.#made = { choice, among };
    director.finish();
    onchoose(choice.text);
  }

  /** A press on a card that is raised plays it; on any other it raises that one. A finger does the same as a mouse. One
   * that has raised itself just before may have come under the finger: it stays raised. */
  pick(found: readonly Choice[], isFresh = false): void {
    const first = this.#withChosen(found);
    if (!first) return;
    if (this.raises(found) && (this.picked !== null || !isFresh)) this.commit(this.chosen!);
    else this.picked = this.#lies(found) ? this.chosen!.text : first.text;
  }

  /** The choice that a touched card makes: of several the one with the other card that lies chosen, as in a swap. */
  #withChosen(found: readonly Choice[]): Choice | undefined {
    const { verb, cards = [] } = this.chosen?.part ?? {};
    const both = ({ part }: Choice) => part.verb === verb && part.cards?.some((card) => cards.includes(card));
    return found.find(both) ?? found[0];
  }

  /** True if the card that makes these choices, or an equal one, is raised: by a press, or as the usual choice where it
   * makes no other. */
  raises(found: readonly Choice[]): boolean {
    return this.#lies(found) && (this.picked !== null || found.length === 1);
  }

  #lies(found: readonly Choice[]): boolean {
    return found.some((one) => one.text === this.chosen?.text);
  }

  /** What is done with a card of a pile, the `index`-th of those that are seen there. */
  touching(pile: string, code: string | null, index: number): Choice[] {
    const { me } = this.table().director;
    const seat = seatOf(pile);
    if (pile === "table")
      return this.#orShared([...flipping(this.choices, index), ...taking(this.choices, code ?? "")], code);
    if (code !== null && seat === me) return playedBy(this.choices, code);
    const found = index === 0 ? onPile(this.choices, pile).slice(0, 1) : [];
    if (TO_STEAL.includes(kindOf(pile)) && index === 0) found.push(...stealing(this.choices, seat));
    return seat === null ? this.#orShared(found, code) : found;
  }

  /** A pile of nobody's is touched by its cards, where nothing else is done with it and none of my hand is meant. */
  #orShared(found: Choice[], code: string | null): Choice[] {
    return found.length === 0 && code !== null && !this.hand.includes(code)
      ? naming(this.choices, code).filter((one) => one.part.seat === undefined)
      : found;
  }

  /** Why a card of my hand that no choice plays can't be played now. */
  whyNot(code: string): Why | null {
    const { director, seats, names, company } = this.table();
    return whyNot(code, {
      me: director.me,
      seats,
      names,
      question: director.question,
      running: director.running,
      over: director.view?.over ?? false,
      watching: company?.watching ?? false,
      still: company?.still ?? null,
    });
  }

  go(until: Until): void {
    const { director, ongo } = this.table();
    if (until === "turn" || (until === "milestone" && director.held)) {
      if (director.press()) ongo(until);
      return;
    }
    // On the way to a milestone my card in the battle that is seen waits all the same.
    if (until === "milestone") director.complete();
    else director.finish();
    if (director.held) return;
    if (director.question === null && !director.view?.over) ongo(until);
  }

  digit(n: number): void {
    const made = this.choices.length === 0 ? this.#made : null;
    const among = made?.among ?? this.choices.filter((one) => one.part.tie === this.chosen?.part.tie);
    // A bet is set by its number, also the one that is repeated.
    const numbered = this.hand.length > 0 && !made ? undefined : this.#numbered(among, n);
    if (made) {
      if (numbered) this.#made = { ...made, choice: numbered };
      return;
    }
    if (numbered) {
      this.picked = numbered.text;
      return;
    }
    const turned = flipping(this.choices, n - 1);
    const named = this.hand[n - 1];
    const found = turned.length > 0 ? turned : named ? playedBy(this.choices, named) : [];
    if (found.length > 0) this.picked = this.#withChosen(found)!.text;
    else if (named && (this.digits || this.choices.length === 0) && this.whyNot(named)) this.#lookUp(n - 1);
    else if (this.choices[n - 1] && this.choices.length <= 9) this.picked = this.choices[n - 1]!.text;
  }

  /** Looks up a card of my hand by its place. */
  #lookUp(place: number): void {
    const { director } = this.table();
    const { id, code } = director.tableau.get(`hand ${director.me}`)![place]!;
    if (code !== null) this.lookup.look(id, code);
  }

  /** The choice of this number, where choices differ by nothing else. */
  #numbered(among: readonly Choice[], n: number): Choice | undefined {
    const plain = among.every(({ part }) => part.verb === among[0]!.part.verb && !part.cards && part.verb !== "flip");
    return plain && among.length > 9 ? among.find((one) => one.part.number === n) : undefined;
  }

  /** Whether a letter is a choice's own. */
  letter(letter: string): boolean {
    const choice = this.choices.find((one) => LETTERS[one.text] === letter);
    if (this.reacting.asked && letter === "S") this.reacting.slap();
    else if (choice) this.commit(choice);
    else if (letter === "R" && this.actions.at(-1)?.key === "R") this.actions.at(-1)!.run();
    else return false;
    return true;
  }

  /** A tap on the table is the quick answer, where one is asked; true if it is asked. */
  tap(): boolean {
    this.reacting.slap();
    return this.reacting.asked !== null;
  }

  arrow(by: number): void {
    const { step } = this.actions[0] ?? {};
    if (step) step.by(by);
    else if (this.chosen && this.choices.length > 1)
      this.picked = at(this.choices, this.choices.indexOf(this.chosen) + by).text;
  }
}
