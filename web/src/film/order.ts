// The order in which the events of a message are shown.
import { opensBattle, runOf, turnsUp } from "../table/events";
import type { Drama, GameEvent } from "../wire";

/**
 * In a battle my own card is turned up after the others': all are turned at once, and mine is worth waiting for.
 * Only neighbours change their order.
 */
export function mineLast(events: readonly GameEvent[], me: number, drama: Drama): GameEvent[] {
  const found: GameEvent[] = [];
  let open = false;
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
