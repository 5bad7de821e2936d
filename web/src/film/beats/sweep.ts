// The beats that put cards away: a winner's sweep, and whole piles.
import { interrupts, nests } from "../../table/events";
import { kindOf, liesBetween, seatOf, type Slot } from "../../table/tableau";
import type { GameEvent } from "../../wire";
import { named, resumed, unnamed } from "../battles";
import { DIM, poses, type Reel, type Run } from "../reel";
import { isAjar, sharesOf, UNPOSED, type LastBattle, type Still } from "../still";
import * as time from "../timings";

/** What lies between the players goes to the winner, and stays there as the last battle. */
export function sweep(reel: Reel, run: Run, rest: readonly GameEvent[]): void {
  const slots = run.flatMap((event) =>
    event.card === undefined ? [...(reel.tableau.get(event.from!) ?? [])] : reel.moved(event),
  );
  const at = reel.seen([...slots.map((slot) => slot.id), ...(nests(reel.rules.drama) ? reel.faceUp() : [])]);
  const war = reel.depths.length > 0;
  // Rows beside a pile are collected alone: their battle is over, and the pile stays.
  const rows = !nests(reel.rules.drama) && run.every((event) => kindOf(event.from!) === "field");
  const { flight, apart, turns, course } = time.SWEEP_OF_WAR;
  const lasts = war ? flight : time.SWEEP;
  const lands = at + lasts + (war ? apart * Math.max(0, slots.length - 1) : 0);
  const seat = seatOf(run.at(-1)!.to!)!;
  const last = lastBattle(reel, slots, seat);
  run.forEach((event, i) =>
    reel.move(
      event,
      at,
      {
        lasts,
        flip: [turns, turns],
        apart: war ? apart : 0,
        make: (still) => (i === run.length - 1 ? crossed(reel, still, last) : still),
      },
      lands,
    ),
  );
  reel.hear(at, run[0]);
  if (war)
    reel.change({
      at: at + course,
      lasts: time.SQUEEZE,
      make: (still) => (isAjar(still) && !rows ? still : { ...still, battles: [] }),
    });
  if (rows || ![...reel.tableau].some(([pile, of]) => of.length > 0 && liesBetween(pile))) reel.depths = [];
  reel.change({ at: lands, make: (still) => ({ ...still, last: still.last && { ...still.last, counted: true } }) });
  reel.tell(lands, ...run);
  reel.at = lands;
  resume(reel, rest);
  // Those that stay have more room now, and are seen again.
  if (nests(reel.rules.drama)) for (const id of reel.faceUp()) reel.faces.set(id, reel.at);
}

/** The battle that was interrupted goes on, unless another interlude follows. */
function resume(reel: Reel, [next]: readonly GameEvent[]): void {
  if (!reel.interrupted || (next && interrupts(reel.rules.drama, next))) return;
  reel.interrupted = false;
  reel.change({ lasts: time.SQUEEZE, make: resumed });
  reel.at += time.SQUEEZE;
  reel.change({ make: named });
}

/** The cards begin to cross the front: it goes with them. */
function crossed(reel: Reel, still: Still, last: LastBattle): Still {
  if (isAjar(still)) return { ...still, poses: UNPOSED };
  const lying = new Map([...still.tableau].map(([pile, slots]) => [pile, slots.length]));
  const row = sharesOf({ ...still, lying }, reel.rules.seats, reel.rules.counting);
  const course = reel.rules.counting.piles ? [...still.course.slice(0, reel.turn), row] : still.course;
  // Where battles nest they close at once, so that the cards fly to where they will lie.
  const battles = nests(reel.rules.drama) ? [] : still.battles;
  return { ...still, course, poses: UNPOSED, last, battles };
}

function lastBattle(reel: Reel, slots: readonly Slot[], seat: number): LastBattle {
  const rank = (slot: Slot) => (slot.id === reel.won ? 2 : reel.met.includes(slot.id) ? 1 : 0);
  const laid = [...slots].reverse().map((slot) => ({ ...slot, owner: seat }));
  const order = laid.sort((a, b) => rank(a) - rank(b));
  const dims = poses(
    order.map(({ id }) => [id, { dim: id === reel.won ? DIM.winner : DIM.loser, forward: false, knocks: false }]),
  );
  const [won, lost] = [order.at(-1)?.code, reel.met.length === 2 ? order.at(-2)?.code : null];
  return {
    turn: reel.turn,
    seat,
    slots: order,
    poses: dims,
    decided: reel.won !== null && won && lost ? [won, lost] : null,
    counted: false,
  };
}

/** Whole piles go away together. A battle into whose row they fly is laid again: it has no name until they lie there. */
export function pour(reel: Reel, run: Run): void {
  const from = Math.max(...run.map((event) => reel.seen(reel.ids(event))));
  const again = nests(reel.rules.drama) && run.some((event) => liesBetween(event.to!));
  const make = again ? unnamed : undefined;
  run.forEach((event, i) => {
    const at = from + i * time.POUR.apart;
    const lands = at + time.POUR.flight;
    reel.move(event, at, { lasts: time.POUR.flight, flip: [0, time.POUR.flight], make }, lands);
    reel.at = lands;
  });
  if (again) reel.change({ make: named });
  reel.hear(from, run[0]);
  reel.tell(reel.at, ...run);
}
