// The data that a room passes to its table, for cards and for the map.
import type { Callout, DealLuckSeen } from "../schema";
import type { GameInfo, Milestone, PageFacts, SeatInfo } from "../wire";
import type { Company } from "./company.svelte";
import type { Director } from "./director.svelte";
import type { Layout } from "./drawing";
import type { Until } from "./until";

export interface RoomData {
  title: string;
  /** The name that a player has given these rules. */
  variant?: string | null;
  /** The house rules. */
  rules?: { info: GameInfo; preset: string; options: Readonly<Record<string, unknown>> };
  /** The game in a sentence. */
  about?: string;
  layout: Layout;
  /** The event to which one may skip. */
  milestone: Milestone | null;
  /** The game's own words for its end. */
  words?: PageFacts["ending"] | null;
  /** The lines that teach a person's first game; none where nobody plays. */
  callouts?: readonly Callout[];
  /** Turns begin by themselves: nobody says that they are ready. */
  selfStarting?: boolean;
  director: Director;
  seats: SeatInfo[];
  commitment: string | null;
  canUndo: boolean;
  /** What the clock shows, where no room says it. */
  clock: string | null;
  /** The luck of the deal, as far as it is counted; null where no server counts it. */
  luck?: (() => Promise<DealLuckSeen>) | null;
  onchoose: (choice: string) => void;
  /** The card of a quick question shows its face; none where no room measures time. */
  onseen?: () => void;
  ongo: (until: Until) => void;
  onundo: () => void;
  /** Hints, emotes, the clock; null where nobody else is there. */
  company?: Company | null;
}
