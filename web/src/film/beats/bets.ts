// The beats of bets: chips fly to the front, a war adds as many, and the house pays or takes them.
import { opensBattle, pays } from "../../table/events";
import type { GameEvent } from "../../wire";
import { betOf, gainOf, isOpen, withBet, type Bet } from "../bets";
import { DIM, type Reel, type Run } from "../reel";
import type { Pose, Still } from "../still";
import * as time from "../timings";
import { openBattle } from "./battle";

const { flight, apart, mouth, pay, home } = time.CHIPS;

/** A seat's chips fly from its name to the front; whatever is not a bet waits until they lie there. */
export function bet(reel: Reel, [event]: Run, rest: readonly GameEvent[]): void {
  const { at } = reel;
  const made = betOf(Number(event.bet ?? 0), Number(event.tie ?? 0));
  reel.change({ lasts: flight, make: (still) => ({ ...still, bets: new Map(still.bets).set(event.seat!, made) }) });
  reel.at = at + (rest.length > 0 ? flight : apart);
  reel.hear(reel.at, event);
  reel.tell(reel.at, event);
}

/** A seat goes to war: it bets as much again. */
export function goToWar(reel: Reel, run: Run, rest: readonly GameEvent[]): void {
  const seat = run[0].seat!;
  const raise = (one: Bet): Bet => ({ ...one, raised: one.sum, open: false });
  reel.change({ lasts: flight, make: (still) => ({ ...still, bets: withBet(still.bets, seat, raise) }) });
  openBattle(reel, run, rest);
}

/** Bets are settled: the cards rest, each seat's mouth tells its result, the house pays, and the chips go home. */
export function settleBets(reel: Reel, run: Run, rest: readonly GameEvent[]): void {
  const { counting, drama } = reel.rules;
  const view = reel.view!;
  const wars = run.filter((event) => opensBattle(drama, event));
  const goesOn = (seat: number) =>
    isOpen(view, seat) ||
    [...wars, ...rest].some((one) => one.seat === seat && (pays(drama, one) || wars.includes(one)));
  const seats = [...new Set(run.map((event) => event.seat!))].filter((seat) => !goesOn(seat));
  const gains = new Map(seats.map((seat) => [seat, gainOf(view, seat, counting)]));
  const told = run.filter((event) => !wars.includes(event));
  if (gains.size > 0) result(reel, gains, told);
  else reel.tell(reel.at, ...told);
  for (const war of wars) goToWar(reel, [war], rest);
}

function result(reel: Reel, gains: ReadonlyMap<number, number>, told: readonly GameEvent[]): void {
  const hands = [...gains].map(([seat, gain]) => ({ gain, slots: reel.tableau.get(`hand ${seat}`) ?? [] }));
  const posed = hands.flatMap(({ gain, slots }) =>
    slots.map(({ id }, i): [number, Pose] => {
      const forward = gain > 0 && i === slots.length - 1;
      return [id, { dim: gain < 0 ? DIM.loser : 0, forward, knocks: false }];
    }),
  );
  reel.change({ lasts: time.STEP, make: (still) => ({ ...still, poses: new Map([...still.poses, ...posed]) }) });
  reel.rest(
    hands.flatMap((hand) => [...hand.slots]),
    reel.at + time.STEP,
    time.REST,
  );
  const { at } = reel;
  reel.change({ lasts: mouth, make: each(gains, (one, gain) => ({ ...one, gain, open: true })) });
  reel.hear(at, told.find((event) => event.seat === reel.rules.me) ?? told[0]!);
  reel.tell(at + mouth, ...told);
  reel.change({ at: at + pay, lasts: flight, make: each(gains, paidOrTaken) });
  reel.sound(at + pay + flight, "chips");
  reel.change({
    at: at + home,
    lasts: mouth,
    make: (still) => {
      const after = each(gains, (one) => ({ ...one, lies: one.lies === "house" ? "house" : "name", open: false }))(
        still,
      );
      return { ...after, poses: dimmed(after, gains) };
    },
  });
  reel.at = at + home + mouth;
}

const each =
  (gains: ReadonlyMap<number, number>, change: (bet: Bet, gain: number) => Bet) =>
  (still: Still): Still => ({
    ...still,
    bets: [...gains].reduce((bets, [seat, gain]) => withBet(bets, seat, (one) => change(one, gain)), still.bets),
  });

/** The house lays the gain beside the bet, or takes the chips; of a surrendered bet half stays. */
function paidOrTaken(one: Bet, gain: number): Bet {
  if (gain >= 0) return { ...one, paid: gain };
  const left = one.sum + one.raised + one.tie + gain;
  return left > 0 ? { ...one, sum: left, raised: 0, tie: 0 } : { ...one, lies: "house" };
}

/** The round stays on the table with less light, once no bet is open. */
function dimmed(still: Still, gains: ReadonlyMap<number, number>): Still["poses"] {
  const dim = (pile: string, by: number): [number, Pose][] =>
    (still.tableau.get(pile) ?? []).map(({ id }) => [id, { dim: by, forward: false, knocks: false }]);
  const hands = [...gains].flatMap(([seat, gain]) => dim(`hand ${seat}`, gain > 0 ? DIM.winner : DIM.loser));
  const open = [...still.bets.values()].some((one) => one.gain === null);
  return new Map([...still.poses, ...hands, ...(open ? [] : dim("table", DIM.loser))]);
}
