// For how long a sentence is read before the next one comes.
import {
  begins,
  bringsTanks,
  comesEmpty,
  dropsOut,
  isNews,
  isPlayed,
  places,
  rests,
  strikes,
  takesOver,
  winsCard,
} from "../table/events";
import type { GameEvent, View } from "../wire";
import { PLACED, readIn } from "./timings";

/** True for a game with a lane for each player. */
const hasLanes = ({ state }: View): boolean => "just_played 0" in state;

/** True for a game with a map. */
const hasLand = ({ state }: View): boolean => Object.keys(state).some((counter) => counter.startsWith("owner "));

/** For how long the sentence of an event is read before the next one comes, on a map or in lanes: news of others, and
 * what happens to me without a choice of mine. */
export function readFor(event: GameEvent, view: View | null, me: number): number {
  if (!event.text || !view) return 0;
  if (hasLanes(view)) return inLanes(event, me);
  return hasLand(view) ? onLand(event, view, me) : 0;
}

function inLanes(event: GameEvent, me: number): number {
  if (!isPlayed(event)) return 0;
  if (event.seat === me) return strikes(event) ? readIn(event.text!, "weighty") : 0;
  return readIn(event.text!, "usual");
}

function onLand(event: GameEvent, view: View, me: number): number {
  const unasked = winsCard(event) || takesOver(event) || dropsOut(event) || comesEmpty(event) || rests(event);
  if (event.seat === me && !unasked) return 0;
  // Before the first round all place tanks in turn, a few at a time: the state is seen, its name is on the map.
  if (places(event)) return view.state.opening ? PLACED : readIn(event.text!, "usual");
  if (!isNews(event) && !takesOver(event)) return 0;
  const ofOthers = takesOver(event) && event.from !== `hand ${me}`;
  const isUsual = winsCard(event) || ofOthers || (begins(event) && !comesEmpty(event));
  return readIn(event.text!, bringsTanks(event) ? "weighty" : isUsual ? "usual" : "news");
}
