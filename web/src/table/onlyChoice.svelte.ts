// A question with only one choice answers itself, a moment after it is seen; not one to which an undo led, and no card
// is played without its player.
import type { Choice } from "./choices";
import type { Company } from "./company.svelte";
import type { Director } from "./director.svelte";

/** The only thing that can be done is seen this long before it is done; why a hand has to be kept, or a turn passed, is read. */
const [BREATH_MS, READ_MS] = [700, 2000];
export const breathOf = (only: Choice): number => (only.part.idle ? READ_MS : BREATH_MS);

interface Asked {
  choices: readonly Choice[];
  company: Company | null;
  director: Director;
  onchoose: (choice: Choice) => void;
}

export function choosesAlone(asked: () => Asked): void {
  $effect(() => {
    const { choices, company, director, onchoose } = asked();
    const only = choices.length === 1 ? choices[0] : undefined;
    if (
      !only ||
      only.part.cards ||
      !company ||
      company.still ||
      company.watching ||
      director.running ||
      director.asksAgain
    )
      return;
    const timer = setTimeout(() => onchoose(only), breathOf(only));
    return () => clearTimeout(timer);
  });
}
