// The visitor, by the name that they have given themselves; unknown visitors become guests.
import { api, Refusal } from "../api";
import { set, settings } from "../settings.svelte";
import { t } from "../words/words.svelte";

const KNOWN = "threedown.guest";

export interface Visitor {
  player: string;
  name: string;
}

let named = $state("");
let asked: Promise<Visitor> | null = null;

/** The visitor's name, as far as it is known. */
export const myName = (): string => settings.name || named;

/** A name for guests without one: "Brave Badger". */
function invented(): string {
  const any = (key: "guest.adjectives" | "guest.animals") => {
    const all = t(key).split(" ");
    return all[Math.floor(Math.random() * all.length)]!;
  };
  return t("guest.name", { adjective: any("guest.adjectives"), animal: any("guest.animals") });
}

async function ask(): Promise<Visitor> {
  const newGuest = () => api.guest((named = myName() || invented()));
  const lost = (error: unknown) => {
    if (error instanceof Refusal && error.status === 401) return newGuest();
    throw error;
  };
  // The cookie cannot be read here: whether there is one is remembered beside it, and nobody asks in vain.
  const guest = await (localStorage.getItem(KNOWN) ? api.me().catch(lost) : newGuest());
  localStorage.setItem(KNOWN, guest.player);
  named = guest.name;
  return { player: guest.player, name: myName() };
}

/** True if this browser has been somebody before. */
export const isKnown = (): boolean => localStorage.getItem(KNOWN) !== null;

/** Note that this browser is another person's from now on. */
export function become(guest: Visitor): void {
  localStorage.setItem(KNOWN, guest.player);
  asked = null;
  named = guest.name;
  set("name", guest.name);
}

/** Forget a person who has been deleted. */
export function forgetMe(): void {
  localStorage.removeItem(KNOWN);
  asked = null;
  named = "";
  set("name", "");
}

/** Who I am. The server is asked once. */
export function whoAmI(): Promise<Visitor> {
  asked ??= ask().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}
