// Which lines of the log name their clause: those that people ask about.
import type { GameEvent } from "../wire";

const ASKED_ABOUT = ["war", "scenario", "last_card", "fewest"];

/** The clause that is shown behind an event's sentence, if one is. */
export function clauseOf(event: GameEvent): string | undefined {
  return event.clause && ASKED_ABOUT.includes(event.kind) ? String(event.clause) : undefined;
}
