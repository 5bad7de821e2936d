// The point up to which a game is played on while nothing is asked.
import type { Milestone, Step } from "../wire";

export type Until = "turn" | "milestone" | "end";

/** True if a step ends what was asked for: a question, the end of the game, or the milestone. */
export function stopsAt(step: Pick<Step, "events" | "question" | "view">, until: Until, milestone: Milestone | null) {
  if (step.question !== null || step.view.over) return true;
  return until === "milestone" && step.events.some((event) => event.kind === milestone?.kind);
}
