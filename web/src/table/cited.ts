// The clause that a line of the log names.
import type { Drama, GameEvent } from "../wire";

/** The clause that is shown behind an event's sentence, if one is. */
export function clauseOf(drama: Drama, event: GameEvent): string | undefined {
  return event.clause && drama.cited?.includes(event.kind) ? String(event.clause) : undefined;
}
