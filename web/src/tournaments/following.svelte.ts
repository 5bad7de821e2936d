// A tournament as its page follows it: told by its socket, changed by my calls.
import "../words/late";
import { onMount } from "svelte";
import { reasonOf } from "../api";
import { listen } from "../listening";
import { hear } from "../sound";
import type { MyTournament, Standings as Told, TournamentSeen } from "../schema";
import { t } from "../words/words.svelte";
import { tournaments } from "./calls";

/** True for a key that is neither for a control nor for the browser. */
export function isForPage(event: KeyboardEvent): boolean {
  const target = event.target as Element | null;
  return !(event.ctrlKey || event.metaKey || event.altKey || target?.closest("input, select, button, a"));
}

export class Following {
  seen: TournamentSeen = $state.raw()!;
  mine: MyTournament | null = $state.raw(null);
  /** The connection is lost. */
  away = $state(false);
  /** What a call had to say. */
  said = $state<string | null>(null);
  /** When it was told, and now. */
  #told = $state(performance.now());
  #now = $state(performance.now());

  constructor(found: TournamentSeen, you: MyTournament | null) {
    [this.seen, this.mine] = [found, you];
    onMount(() => {
      const stop = listen<Told>(`/api/tournaments/${found.tournament}/live`, {
        heard: (message) => message.type === "standings" && this.#hears(message),
        stands: (is, forGood) => {
          this.away = !is;
          if (forGood) this.said = t("devices.signedOut");
        },
      });
      const ticks = setInterval(() => (this.#now = performance.now()), 1000);
      return () => {
        stop();
        clearInterval(ticks);
      };
    });
  }

  /** Milliseconds since it was told. */
  get since(): number {
    return this.#now - this.#told;
  }

  #hears(standings: Pick<Told, "tournament" | "you">): void {
    const called = standings.you?.table?.room;
    if (called !== undefined && called !== this.mine?.table?.room) hear("gain", 0);
    [this.seen, this.mine] = [standings.tournament, standings.you];
    this.#told = this.#now = performance.now();
  }

  async act(call: (id: string) => Promise<TournamentSeen>): Promise<void> {
    this.said = null;
    try {
      const tournament = await call(this.seen.tournament);
      this.#hears({ tournament, you: await tournaments.mine(this.seen.tournament) });
    } catch (error) {
      this.said = reasonOf(error);
    }
  }

  async copyLink(): Promise<void> {
    try {
      await navigator.clipboard.writeText(location.href);
      this.said = t("tournament.copied");
    } catch {
      this.said = location.href;
    }
  }
}
