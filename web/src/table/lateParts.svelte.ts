// Parts of the frame that are not part of a table's first load: each loads when its time comes.
import { untrack } from "svelte";
import { late } from "../navigation/late";
import type { DealLuckSeen } from "../schema";
import type { Asking } from "../story/asking.svelte";
import type CalloutLines from "./Callouts.svelte";
import type CommandLine from "./Command.svelte";
import type EndingScreen from "./Ending.svelte";
import type EveningScore from "./Evening.svelte";

/** What decides which parts are needed. */
export interface Needs {
  /** There is something to choose. */
  asked: boolean;
  /** The first turn has been told. */
  begun: boolean;
  /** There are callouts to show. */
  teaches: boolean;
  /** Asks for the luck of the deal; null before the front draws back, and where no server counts it. */
  luck: (() => Promise<DealLuckSeen>) | null;
}

/** Callouts load once the table stands. */
const STANDS_MS = 600;

/** The parts of a table's frame that have loaded; made while a component is set up. */
export class LateParts {
  Command = $state.raw<typeof CommandLine | null>(null);
  Ending = $state.raw<typeof EndingScreen | null>(null);
  Evening = $state.raw<typeof EveningScore | null>(null);
  Callouts = $state.raw<typeof CalloutLines | null>(null);
  /** Asked for early, so that its sentence is there when its time comes. */
  luck = $state.raw<Asking<DealLuckSeen> | null>(null);
  /** Something has been asked at this table. */
  asks = $state(false);

  constructor(needs: () => Needs) {
    $effect(() => {
      if (!needs().asked) return;
      this.asks = true;
      void late(() => import("./Command.svelte")).then((found) => (this.Command = found.default));
    });
    $effect(() => {
      if (!needs().begun) return;
      void late(() => import("./Ending.svelte")).then((found) => (this.Ending = found.default));
      void late(() => import("./Evening.svelte")).then((found) => (this.Evening = found.default));
    });
    $effect(() => {
      if (!needs().teaches || this.Callouts) return;
      const load = async () => (this.Callouts = (await late(() => import("./Callouts.svelte"))).default);
      const later = setTimeout(() => void load(), STANDS_MS);
      return () => clearTimeout(later);
    });
    $effect(() => {
      const ask = needs().luck;
      let left = false;
      this.luck = null;
      if (ask)
        void late(() => import("../story/asking.svelte")).then((found) => left || (this.luck = new found.Asking(ask)));
      return () => {
        left = true;
        untrack(() => this.luck?.end());
      };
    });
  }
}
