// A question that the quickest answer decides: my time runs from the frame in which the card shows its face.
import { untrack } from "svelte";
import type { Question } from "../wire";
import { t } from "../words/words.svelte";
import type { Action } from "./action";
import { choicesOf, labelOf } from "./choices";
import { standsIn } from "./company.svelte";
import type { RoomData } from "./roomData";

export type Reaction = NonNullable<Question["reaction"]>;

/** The choice of a player who answers after a time in milliseconds; it counts up to the next step. */
export function choiceAfter({ act, passes, step, window }: Reaction, time: number): string {
  const counted = Math.max(1, Math.ceil(time / step)) * step;
  return counted <= window ? `${act} ${counted}` : passes;
}

export class Reacting {
  /** The question that I have answered last. */
  #answered = $state.raw<Question | null>(null);
  /** I have let a card lie with a press: alone with bots I want the next one at once. */
  #goesOn = false;

  /** The question of the last message, if it is one of these and asks me; the film may not have come to it yet. */
  readonly asked = $derived.by(() => {
    const { director, seats, company } = this.table();
    const { asks, me } = director;
    const mine = asks?.reaction && asks.choices && asks.seats?.includes(me);
    return mine && !company?.watching && !company?.still && !standsIn(seats[me]) ? asks : null;
  });
  readonly open = $derived(this.asked === this.#answered ? null : this.asked);
  readonly #faced = $derived.by(() => this.table().director.faced);

  /** Made while a component is: it looks on with it. `next` goes on to the next turn. */
  constructor(
    readonly table: () => RoomData,
    next: () => void,
  ) {
    $effect(() => {
      const [open, faced] = [this.open, this.#faced];
      const onseen = untrack(() => this.table().onseen);
      if (!open?.reaction || faced === null || !onseen) return; // without a room time doesn't run
      onseen();
      const left = open.reaction.window - (performance.now() - faced);
      const timer = setTimeout(() => this.pass(false), left);
      return () => clearTimeout(timer);
    });
    $effect(() => {
      const { director, company } = this.table();
      if (!this.#goesOn || director.asks || director.running || !company?.next) return;
      this.#goesOn = false;
      untrack(next);
    });
  }

  /** Answers with the time that has passed, if the card is to be seen. */
  slap(): void {
    const [open, faced] = [this.open, this.#faced];
    if (open?.reaction && faced !== null) this.#answer(choiceAfter(open.reaction, performance.now() - faced));
  }

  /** Lets the card lie; a press counts only once it is to be seen, so that no press for the last card lets this one go. */
  pass(pressed: boolean): void {
    if (!this.open?.reaction || (pressed && this.#faced === null)) return;
    const { seats, director } = this.table();
    this.#goesOn = pressed && seats.every((one) => one.kind !== "person" || one.seat === director.me);
    this.#answer(this.open.reaction.passes);
  }

  #answer(choice: string): void {
    const { director, onchoose } = this.table();
    this.#answered = this.open;
    director.finish();
    onchoose(choice);
  }

  /** The buttons while such a question is open; null if none is. */
  actions(): Action[] | null {
    const { open, asked } = this;
    if (!asked?.reaction) return null;
    if (!open) return [{ label: t("bar.others"), disabled: true, run: () => {} }];
    const { tableau } = this.table().director;
    const { act, passes } = asked.reaction;
    const lies = choicesOf(asked).find((one) => one.text === passes) ?? { text: passes, part: { verb: passes } };
    return [
      {
        label: labelOf({ text: act, part: { verb: act } }, tableau, {}),
        key: "S",
        prompt: true,
        run: () => this.slap(),
      },
      { label: labelOf(lies, tableau, {}), key: "Space", run: () => this.pass(true) },
    ];
  }
}
