// The beats of a battle: its cards are turned up, the front makes way for it, and cards are laid face down.
import {
  collects,
  givesReason,
  isUnknown,
  nests,
  opensBattle,
  settles,
  turnsUp,
  turnsUpUnseen,
  wins,
} from "../../table/events";
import { seatOf, type Slot } from "../../table/tableau";
import type { GameEvent } from "../../wire";
import { began, interrupted, named } from "../battles";
import { DIM, poses, type Reel, type Run } from "../reel";
import { UNPOSED } from "../still";
import * as time from "../timings";

interface Flight {
  flight: number;
  flip: readonly [number, number];
  later: number;
}

/**
 * One card of each of these seats is turned up; what follows decides who steps forward. Cards that wait for their
 * players have no name yet: with them the run goes on in the next message.
 */
export function turnUp(reel: Reel, run: Run, rest: readonly GameEvent[]): void {
  const { drama, holds, me } = reel.rules;
  const from = reel.at;
  const last = run.at(-1)!;
  const mine =
    drama.suspense && holds && reel.depths.length > 0 && last.seat === me && turnsUpUnseen(last) ? last : null;
  const others = run.filter((event) => event !== mine && !isUnknown(event));
  const met = [...reel.unmet, ...fly(reel, others, time.TURN_UP)];
  if (mine && (isUnknown(mine) || !reel.lifted)) wait(reel, mine, from);
  if (mine && !isUnknown(mine)) {
    reel.lifted = false;
    reel.change({ make: (still) => ({ ...still, lifted: null }) });
    met.push(...fly(reel, [mine], { ...time.LAND, later: 0 }));
  }
  const goesOn = run.some(isUnknown);
  reel.unmet = goesOn ? met : [];
  if (goesOn) return;
  reel.met = met.map((slot) => slot.id);
  outcome(reel, met, run[0].to!, rest);
}

/** My next card is lifted off its deck, and waits for me. */
function wait(reel: Reel, event: GameEvent, from: number): void {
  const mine = reel.moved(event)[0];
  reel.change({ at: from, lasts: time.LIFT, make: (still) => ({ ...still, lifted: mine?.id ?? null }) });
  reel.at = Math.max(reel.at, from + time.LIFT);
  reel.change({ make: (still) => ({ ...still, held: true }) });
  reel.waits.push(reel.at);
  // Time stands still at the wait itself: what follows comes right after it.
  reel.at += 1;
  reel.change({ make: (still) => ({ ...still, held: false }) });
}

/** Cards fly and turn over; when the last lies flat all are told. */
function fly(reel: Reel, run: readonly GameEvent[], { flight, flip, later }: Flight): Slot[] {
  const found: Slot[] = [];
  const from = Math.max(reel.at, ...run.map((event) => Math.max(reel.free(event), reel.seen(reel.ids(event)))));
  run.forEach((event, i) => {
    const at = from + later * i;
    found.push(...reel.move(event, at, { lasts: flight, flip }, at + flight));
    reel.hear(at + flip[1], event);
    reel.at = at + flip[1];
  });
  reel.tell(reel.at, ...run);
  for (const slot of found) reel.faces.set(slot.id, reel.at);
  return found;
}

/** The higher card steps forward and the others dim, or equal ones knock; then they rest. */
function outcome(reel: Reel, met: readonly Slot[], pile: string, rest: readonly GameEvent[]): void {
  const { drama } = reel.rules;
  const decides = (one: GameEvent) => wins(one) || settles(drama, one) || collects(one);
  const next = rest.find((one) => opensBattle(drama, one) || decides(one) || turnsUp(one) || givesReason(drama, one));
  const at = reel.at;
  reel.won = null;
  if (next && opensBattle(drama, next)) {
    const knock = poses(tied(met).map((slot) => [slot.id, { dim: 0, forward: false, knocks: true }]));
    const half = time.STEP / 2;
    reel.change({ lasts: half, make: (still) => ({ ...still, poses: new Map([...still.poses, ...knock]) }) });
    reel.change({ at: at + half, lasts: half, make: (still) => ({ ...still, poses: UNPOSED }) });
    // Where battles nest their cards are laid again: then they are seen first.
    reel.rest(met, at + time.STEP, nests(drama) ? time.REST : time.REST_OF_TIE);
    return;
  }
  const winner = next && decides(next) ? (next.seat ?? seatOf(next.to ?? "")) : null;
  const won = met.find((slot) => slot.by === winner);
  if (!won || met.length < 2 || !reel.rules.bySeat.includes(pile)) return;
  reel.won = won.id;
  const posed = poses(
    (reel.tableau.get(pile) ?? []).map(({ id }) => [
      id,
      { dim: id === won.id ? 0 : DIM.loser, forward: id === won.id, knocks: false },
    ]),
  );
  reel.change({ lasts: time.STEP, make: (still) => ({ ...still, poses: posed }) });
  reel.rest(met, at + time.STEP, reel.depths.length > 0 ? time.REST_OF_WAR : time.REST);
}

/** Of cards that met, those that share a rank. */
function tied(met: readonly Slot[]): Slot[] {
  const rank = (slot: Slot) => slot.code?.slice(0, -1);
  return met.filter((slot) => met.some((other) => other !== slot && rank(other) === rank(slot)));
}

/** The front makes way for a battle. */
export function openBattle(reel: Reel, [event]: Run, rest: readonly GameEvent[]): void {
  if (nests(reel.rules.drama)) reel.at = reel.seen(reel.faceUp());
  reel.change({ lasts: time.SQUEEZE, make: (still) => began(still, event, rest, reel.rules.drama) });
  reel.hear(reel.at, event);
  reel.depths = [...reel.depths, event.depth ?? 0];
  reel.at += time.SQUEEZE;
  reel.change({ make: named });
  reel.tell(reel.at, event);
}

/** The open battle is interrupted: what lies is set aside. */
export function interrupt(reel: Reel, [event]: Run): void {
  reel.at = reel.seen(reel.faceUp());
  reel.change({ lasts: time.SQUEEZE, make: (still) => interrupted(still, event) });
  reel.hear(reel.at, event);
  reel.at += time.SQUEEZE;
  reel.change({ make: named });
  reel.tell(reel.at, event);
  reel.interrupted = true;
}

/** All sides lay face down at once. */
export function layDown(reel: Reel, run: Run): void {
  const nth = run.map((event, i) => run.slice(0, i).filter((one) => one.seat === event.seat).length);
  const order = run.map((event, i) => ({ event, n: nth[i]! })).sort((a, b) => a.n - b.n);
  const at = reel.at;
  for (const { event, n } of order) {
    const from = at + n * time.LAY.apart;
    reel.move(event, from, { lasts: time.LAY.flight, flip: [0, 0] }, from + time.LAY.flight);
    reel.hear(from + time.LAY.flight, event);
    reel.at = Math.max(reel.at, from + time.LAY.flight);
  }
  reel.tell(reel.at, ...run);
  reel.rests.push({ from: reel.at, to: reel.at });
}
