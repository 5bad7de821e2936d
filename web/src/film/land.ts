// What an event changes on a map as soon as it is told: whose a state is, the tanks on it, and each seat's standing.
import { attacks, conquers, marches, places } from "../table/events";
import type { GameEvent, View } from "../wire";

/** A seat's counters that a conquest changes; the view after the message has them. */
const STANDING = /^(score|states) \d+$/;

/** True for an event that may change land. */
export const changesLand = (event: GameEvent): boolean =>
  attacks(event) || conquers(event) || marches(event) || places(event);

/** The view once an event has been told whose message leads to the view `after`; the same one if it changes no land. */
export function marched(view: View | null, event: GameEvent, after: View | null): View | null {
  if (!view || !after) return view;
  const [here, there] = [`tanks ${String(event.origin)}`, `tanks ${String(event.state)}`];
  if (view.state[there] === undefined) return view;
  const state = { ...view.state };
  const add = (counter: string, n: number) => (state[counter] = (state[counter] ?? 0) + n);
  const [n, owner] = [Number(event.number ?? 0), `owner ${String(event.state)}`];
  if (attacks(event)) {
    const [lost, destroyed] = [Number(event.lost), Number(event.destroyed)];
    add(here, -lost);
    add(there, -destroyed);
    add(`army ${event.seat}`, -lost);
    if (`army ${state[owner]}` in state) add(`army ${state[owner]}`, -destroyed);
  } else if (conquers(event)) {
    state[owner] = event.seat!;
    for (const name of Object.keys(after.state)) if (STANDING.test(name)) state[name] = after.state[name]!;
  } else if (marches(event)) {
    add(here, -n);
    add(there, n);
  } else if (places(event)) {
    add(there, n);
    add(`army ${event.seat}`, n);
  } else return view;
  return { ...view, state };
}
