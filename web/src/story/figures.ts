// The counts of a game that is over, as its story and the panel of its table list them. Pure.
import "../words/late";
import type { Milestone } from "../wire";
import { capital, t } from "../words/words.svelte";
import type { Counts } from "./turns";

export interface Figure {
  label: string;
  value: string;
}

interface About {
  milestone: Pick<Milestone, "many"> | null;
  /** True if a seat was mine, and what it held is cards. */
  held: boolean;
  /** The rank that says most about the luck of a deal, in words, and how many of it each seat was dealt. */
  dealt: { rank: string; counts: readonly number[] } | null;
  names: readonly string[];
  /** My seat; null for a spectator. */
  me: number | null;
  /** The seat whose side is nearest. */
  near: number;
}

export function figuresOf(all: Counts, { milestone, held, dealt, names, me, near }: About): Figure[] {
  const far = 1 - near;
  const duel = names.length === 2;
  const found: [label: string, value: string | number, told: boolean][] = [
    [t("story.milestones", { names: milestone?.many ?? "" }), `${all.eventful} (${all.milestones})`, all.eventful > 0],
    [t("story.fewest"), all.fewest, held],
    [t("story.pot"), all.pot, all.pot > 0],
    [
      t("story.aces.row", {
        rank: capital(dealt?.rank ?? ""),
        a: near === me ? t("table.you").toLowerCase() : (names[near] ?? ""),
        b: names[far] ?? "",
      }),
      `${dealt?.counts[near]} · ${dealt?.counts[far]}`,
      duel && dealt !== null,
    ],
    [t("story.leads"), all.leads, names.length > 1],
  ];
  return found.flatMap(([label, value, told]) => (told ? [{ label, value: String(value) }] : []));
}
