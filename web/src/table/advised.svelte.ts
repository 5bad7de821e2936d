// Selects what is advised, so that one press follows it, unless the player has chosen something since the hint was asked for.
import { untrack } from "svelte";
import type { Hint } from "./company.svelte";

/** Tells whether a hint is followed, by what lies chosen when it is asked for (an empty choice) and when it comes. */
export function follower(): (advice: string, chosen: string) => boolean {
  let before = "";
  return (advice, chosen) => {
    if (advice === "") before = chosen;
    return advice !== "" && chosen === before;
  };
}

/** Made while a component is; `chosen` tells what the player has selected, `select` takes a choice's notation. */
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
