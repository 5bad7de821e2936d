// The cards laid in the battles of a game; they open the course of its front.
import type { Drama, GameEvent } from "../wire";
import { opensBattle } from "./events";

/** How many cards these events lay between the players. */
export const potOf = (events: readonly GameEvent[]): number =>
  events.filter((event) => event.card !== undefined && event.to === "pot").length;

/** The most cards that lay between the players in each turn: in some games a pile grows for many turns. */
export function mostLaid(turns: readonly (readonly GameEvent[])[]): number[] {
  let lies = 0;
  return turns.map((events) => {
    if (events.length === 0) lies = 0; // what happened is not known
    let most = lies;
    for (const { from, to, card } of events) {
      if (from === "pot") lies = card === undefined ? 0 : Math.max(0, lies - 1);
      else if (to === "pot" && card !== undefined) most = Math.max(most, ++lies);
    }
    return most;
  });
}

/** The cards laid in each turn's battle, as shares of all cards; 0 for a turn without one. */
export function potsOf(
  log: readonly { turn: number; events: readonly GameEvent[] }[],
  drama: Drama,
  history: readonly (readonly number[])[],
): number[] {
  const found = Array<number>(history.length).fill(0);
  for (const { turn, events } of log) {
    const whole = history[turn]?.reduce((sum, one) => sum + one, 0);
    if (whole && events.some((event) => opensBattle(drama, event))) found[turn] = potOf(events) / whole;
  }
  return found;
}
