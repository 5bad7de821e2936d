// The order in which the events of a message are shown.
import { opensBattle, runOf, turnsUp } from "../table/events";
import type { Drama, GameEvent } from "../wire";

/** The events of a step that its parts have not told. */
export function untold(events: readonly GameEvent[], told: readonly GameEvent[]): GameEvent[] {
  const left = told.map((event) => JSON.stringify(event));
  return events.filter((event) => {
    const at = left.indexOf(JSON.stringify(event));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/**
 * In a battle my own card is turned up after the others': all are turned at once, and mine is worth waiting for.
 * Only neighbours change their order. `open`: the battle has begun before these events.
 */
export function mineLast(events: readonly GameEvent[], me: number, drama: Drama, open = false): GameEvent[] {
  const found: GameEvent[] = [];
  for (let i = 0; i < events.length;) {
    const run = runOf(events.slice(i), turnsUp);
    open ||= opensBattle(drama, events[i]!);
    if (open && run.length > 1) {
      found.push(...run.filter((one) => one.seat !== me), ...run.filter((one) => one.seat === me));
    } else found.push(...(run.length > 0 ? run : [events[i]!]));
    i += Math.max(1, run.length);
  }
  return found;
}
