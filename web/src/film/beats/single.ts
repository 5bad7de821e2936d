// The beats of one event: a card dealt face up, and everything that has no storyboard of its own.
import { attacks, givesReason, isPlain, rings, settles, shuffles, wins } from "../../table/events";
import type { Drama, GameEvent } from "../../wire";
import { aboutOf, changed, decided, named } from "../battles";
import { changesLand, marched } from "../land";
import { readFor } from "../reading";
import type { Reel, Run } from "../reel";
import { withEvent, withSentence, type Still } from "../still";
import * as time from "../timings";

/** A card that is dealt face up. */
export function dealUp(reel: Reel, [event]: Run): void {
  const { flight, flip, apart, house } = time.DEAL_UP;
  const at = reel.seen(reel.ids(event)) + (event.seat === undefined ? house - apart : 0);
  for (const slot of reel.move(event, at, { lasts: flight, flip }, at + flight)) reel.faces.set(slot.id, at + flip[1]);
  reel.hear(at + flip[1], event);
  reel.tell(at + flip[1], event);
  reel.at = at + (event.seat === undefined ? flip[1] : apart);
}

/** An event by itself; what follows says whether its battle goes on. */
export function single(reel: Reel, [event]: Run, rest: readonly GameEvent[]): void {
  const { drama } = reel.rules;
  const moved = reel.moved(event);
  const shows = event.from !== undefined && event.to === undefined && event.card !== undefined;
  const within = reel.depths.length > 0 || !settles(drama, event);
  const { lasts, then } =
    isPlain(event) || !within ? { lasts: 0, then: 0 } : time.beatOf(event.kind, moved.length > 0 || shows);
  const closes = settles(drama, event) && within ? reel.faceUp() : [];
  const at = Math.max(reel.free(event), reel.seen([...closes, ...moved.map((slot) => slot.id)]));
  const known = new Set((reel.tableau.get(event.from ?? "") ?? []).flatMap((slot) => (slot.code ? [slot.id] : [])));
  const found = reel.move(event, at, { lasts, flip: [0, lasts] }, at + lasts);
  for (const { id, code } of found) if (code !== null && !known.has(id)) reel.faces.set(id, at + lasts);
  const turn = reel.turn;
  reel.change({ at, lasts, make: (still) => happened(still, turn, event, rest, drama) });
  reel.hear(moved.length > 0 ? at + lasts : at, event);
  const told = attacks(event) ? at + then : moved.length > 0 || shows ? at + lasts : at;
  if (attacks(event)) {
    // The dice are seen to fall: tanks go, and words are said, once they lie.
    reel.change({ at, make: (still) => withEvent(still, turn, event) });
    reel.change({ at: told, make: (still) => withSentence(still, turn, event, drama) });
  } else reel.tell(told, event);
  if (changesLand(event)) {
    const after = reel.view;
    reel.change({ at: told, make: (still) => ({ ...still, view: marched(still.view, event, after) }) });
  }
  const depth = event.depth ?? 0;
  // The outermost stays open until its cards are collected.
  if (settles(drama, event) && depth > 0) reel.depths = reel.depths.filter((one) => one < depth);
  if (settles(drama, event) && within) reel.change({ at: at + lasts, make: named });
  if (rings(drama, event) || shuffles(event)) {
    reel.change({ at: at + lasts, make: (still) => ({ ...still, ring: null, riffle: null }) });
  }
  reel.at = Math.max(at + then, told + readFor(event, reel.view, reel.rules.me));
}

/** What an event changes besides the places of cards. */
function happened(still: Still, turn: number, event: GameEvent, rest: readonly GameEvent[], drama: Drama): Still {
  if (givesReason(drama, event)) return { ...still, battles: changed(still.battles, { about: aboutOf(event) }) };
  if (settles(drama, event)) return decided(still, event, rest, drama);
  if (wins(event)) return { ...still, battles: [] };
  if (shuffles(event)) {
    const riffle = event.from !== undefined && event.to === undefined ? { pile: String(event.from), beat: turn } : null;
    return { ...still, battles: [], riffle };
  }
  if (rings(drama, event)) return { ...still, ring: { seat: event.seat!, beat: (still.ring?.beat ?? 0) + 1 } };
  return still;
}
