// Compiles a message of the room into cues: the times at which its events are seen, told, counted and heard.
import {
  bets,
  collects,
  deals,
  ends,
  interrupts,
  laysFaceDown,
  opensBattle,
  pays,
  pours,
  runOf,
  turnsUp,
} from "../table/events";
import type { Digest, GameEvent, Question, Step, TurnPart, View } from "../wire";
import { interrupt, layDown, openBattle, turnUp } from "./beats/battle";
import { bet, goToWar, settleBets } from "./beats/bets";
import { end } from "./beats/end";
import { dealUp, single } from "./beats/single";
import { pour, sweep } from "./beats/sweep";
import { mineLast } from "./order";
import { Reel, type Rules, type Run } from "./reel";
import { recalled } from "./recalled";
import { settled, UNPOSED, withDigest, type Still } from "./still";
import { joined, lastStill, type Timeline } from "./timeline";
import * as time from "./timings";

interface Told {
  events: readonly GameEvent[];
  view: View;
  question: Question | null;
  digest?: Digest | null;
}

/** The timeline with what a step tells: it begins when all that came before it is over, and not before `now`. */
export function append(timeline: Timeline, step: Step, now: number, rules: Rules): Timeline {
  const reel = new Reel(lastStill(timeline), Math.max(now, timeline.ends), rules, timeline);
  if (step.turn) takeBack(reel, step.view.turns, step.turn, step.digest);
  play(reel, step);
  settle(reel, step);
  return joined(timeline, now, reel.film());
}

/** The timeline with more of a turn that is told in parts: these events, and the cards that wait after them. */
export function appendPart(
  timeline: Timeline,
  part: Pick<TurnPart, "turn" | "events" | "waits">,
  now: number,
  rules: Rules,
): Timeline {
  const before = lastStill(timeline);
  const reel = new Reel(before, Math.max(now, timeline.ends), rules, timeline);
  play(reel, { events: [...part.events, ...part.waits], view: { ...before.view!, turns: part.turn } });
  return joined(timeline, now, reel.film());
}

/** A still with all that a step tells, at rest. */
export function laid(before: Still, step: Told, rules: Rules): Still {
  const reel = new Reel(before, 0, { ...rules, holds: false });
  play(reel, step);
  settle(reel, step);
  return reel.still();
}

/** A still in the midst of a step, after these events; the others decide how the cards lie. */
export function amid(
  before: Still,
  events: readonly GameEvent[],
  others: readonly GameEvent[],
  view: View,
  rules: Rules,
): Still {
  const reel = new Reel(before, 0, { ...rules, holds: false });
  play(reel, { events, view }, others);
  return reel.still();
}

/** Shows events; `others` come after them in another piece. */
function play(reel: Reel, { events, view }: Pick<Told, "events" | "view">, others: readonly GameEvent[] = []): void {
  const { drama, me } = reel.rules;
  reel.begin({ events, view });
  if (events.length > 0) {
    reel.change({ lasts: time.SLIP, under: true, make: (still) => ({ ...still, question: null, last: null }) });
  }
  const all = drama.suspense ? mineLast(events, me, drama, reel.depths.length > 0) : events;
  for (let i = 0; i < all.length;) i += showNext(reel, all.slice(i), others);
}

type Beat = (reel: Reel, run: Run, rest: readonly GameEvent[]) => void;

/** Shows the next events that belong together, and returns how many they are. */
function showNext(reel: Reel, events: readonly GameEvent[], others: readonly GameEvent[]): number {
  const [run, show] = beatOf(reel, events as Run);
  show(reel, run as Run, [...events.slice(run.length), ...others]);
  return run.length;
}

/** The first of these events that one beat shows, and that beat. */
function beatOf(reel: Reel, events: Run): readonly [run: readonly GameEvent[], show: Beat] {
  const { rules } = reel;
  const [event] = events;
  if (turnsUp(event) && event.to !== undefined) {
    // One card of each seat.
    const fresh = (one: GameEvent, i: number) => events.findIndex((other) => other.seat === one.seat) === i;
    return [runOf(events, (one, i) => turnsUp(one) && one.to === event.to && fresh(one, i)), turnUp];
  }
  if (laysFaceDown(event)) return [runOf(events, laysFaceDown), layDown];
  if (bets(rules.drama, event)) return [[event], bet];
  if (pays(rules.drama, event)) {
    return [runOf(events, (one) => pays(rules.drama, one) || opensBattle(rules.drama, one)), settleBets];
  }
  if (opensBattle(rules.drama, event)) return [[event], rules.drama.pays?.length ? goToWar : openBattle];
  if (interrupts(rules.drama, event)) return [[event], interrupt];
  if (collects(event)) return [runOf(events, collects), sweep];
  if (deals(event) && event.text) return [[event], dealUp];
  if (pours(event)) return [runOf(events, (one) => pours(one) && !collects(one)), pour];
  if (ends(event) && reel.view?.over) return [[event], end];
  return [[event], single];
}

/** All is as the view has it. */
function settle(reel: Reel, { events, view, question, digest }: Told): void {
  const { seats, counting } = reel.rules;
  reel.at = reel.latest();
  const closes = reel.depths.length > 0 && question === null;
  const lasts = events.length === 0 ? time.SWEEP : closes ? time.SQUEEZE : 0;
  reel.change({
    lasts,
    make: (still) => withDigest(settled(still, view, question, seats, counting), view.turns, digest),
  });
  reel.forget();
}

/** An undo: of this turn, and of all before it, only these events still count. */
function takeBack(reel: Reel, turn: number, events: readonly GameEvent[], digest?: Digest | null): void {
  const { me, drama } = reel.rules;
  const now = recalled([{ turn, events, digest }], me, drama);
  reel.change({
    make: (still) => ({
      ...still,
      log: [...still.log.filter((one) => one.turn < turn), ...now],
      last: null,
      poses: UNPOSED,
    }),
  });
}
