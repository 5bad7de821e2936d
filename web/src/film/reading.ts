// For how long a sentence is read before the next one comes.
import { bringsTanks, comesEmpty, dropsOut, isNews, isPlayed, rests, takesOver, winsCard } from "../table/events";
import type { GameEvent, View } from "../wire";
import { readIn } from "./timings";

/** True for a game with a lane for each player. */
const hasLanes = ({ state }: View): boolean => "just_played 0" in state;

/** True for a game with a map. */
const hasLand = ({ state }: View): boolean => Object.keys(state).some((counter) => counter.startsWith("owner "));

/** For how long the sentence of an event is read before the next one comes, on a map or in lanes: news of others, and
 * what happens to me without a choice of mine. */
export function readFor(event: GameEvent, view: View | null, me: number): number {
  if (!event.text || !view) return 0;
  if (hasLanes(view)) return event.seat !== me && isPlayed(event) ? readIn(event.text, "lanes") : 0;
  const isKnown = event.seat === me && !(winsCard(event) || dropsOut(event) || comesEmpty(event) || rests(event));
  if (isKnown || !(isNews(event) || takesOver(event)) || !hasLand(view)) return 0;
  return readIn(event.text, bringsTanks(event) ? "sum" : "map");
}
