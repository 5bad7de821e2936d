// The point up to which a game is played on while nothing is asked.
import type { Milestone, Step } from "../wire";

export type Until = "turn" | "milestone" | "end";

/** True if these events have the milestone that was asked for. */
export const reaches = ({ events }: Pick<Step, "events">, until: Until, milestone: Milestone | null) =>
  until === "milestone" && events.some((event) => event.kind === milestone?.kind);

/** True if a step ends what was asked for: a question, the end of the game, or the milestone. */
export function stopsAt(step: Pick<Step, "events" | "question" | "view">, until: Until, milestone: Milestone | null) {
  return step.question !== null || step.view.over || reaches(step, until, milestone);
}
