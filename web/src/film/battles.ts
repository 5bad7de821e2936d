// Battles as they open, nest, are interrupted and are decided.
import { givesReason, laysFaceDown, runOf, turnsUp } from "../table/events";
import { liesBetween } from "../table/tableau";
import type { Drama, GameEvent } from "../wire";
import type { About, Battle, Done, Still } from "./still";

/** How many cards each lays face down before the next is turned up. */
function faceDown(rest: readonly GameEvent[]): number {
  const before = runOf(rest, (event) => !turnsUp(event)).filter(laysFaceDown);
  return Math.round(before.length / (new Set(before.map((event) => event.seat)).size || 1));
}

/** A battle begins. */
export function began(still: Still, event: GameEvent, rest: readonly GameEvent[], drama: Drama): Still {
  const base = Math.max(0, (still.tableau.get("pot")?.length ?? 2) - 2);
  const before = still.battles.length;
  const pot = still.tableau.get("pot") ?? [];
  const met = pot.filter((slot) => slot.code !== null && (slot.code === event.first || slot.code === event.second));
  const pair = (met.length > 0 ? met : pot.slice(0, 2)).map((slot) => slot.id);
  const reason = rest[0] && givesReason(drama, rest[0]) ? aboutOf(rest[0]) : null;
  const depth = event.depth ?? 0;
  return {
    ...still,
    battles: [
      // What lies as deep is over: nobody won it.
      ...still.battles.filter((one) => one.depth < depth),
      {
        event,
        depth,
        before,
        // An example is shown event by event: nothing is known yet of what follows.
        down: rest.length > 0 ? faceDown(rest) : UNKNOWN,
        base,
        results: [],
        named: false,
        about: reason && { ...reason, why: "" },
        pair,
        outside: laidBetween(still, pair),
        done: null,
        interlude: false,
      },
    ],
  };
}

const UNKNOWN = -1;

/** What lies between the players, but for some cards. */
function laidBetween({ tableau }: Still, but: readonly number[] = []): Set<number> {
  const between = [...tableau].filter(([pile]) => liesBetween(pile));
  return new Set(between.flatMap(([, slots]) => slots.map((slot) => slot.id)).filter((id) => !but.includes(id)));
}

/** What an event says a battle is about. */
export const aboutOf = (event: GameEvent): About => ({
  title: String(event.title ?? ""),
  why: event.text?.trim() ?? "",
  clause: event.clause,
});

/** A battle of its own interrupts the open one, unless that is about the same. */
export function interrupted(still: Still, event: GameEvent): Still {
  const about = aboutOf(event);
  const open = still.battles.filter((one) => !one.interlude);
  const top = open.at(-1);
  if (top?.about?.title === about.title) return { ...still, battles: changed(open, { about }) };
  const outside = laidBetween(still);
  const base = still.tableau.get("pot")?.length ?? 0;
  const interlude: Battle = {
    event,
    depth: event.depth ?? 0,
    before: open.length,
    base,
    down: 0,
    results: [],
    named: false,
    about,
    pair: [],
    outside,
    done: null,
    interlude: true,
  };
  return { ...still, battles: [...open, interlude] };
}

/** The battle that was interrupted goes on, once the cards of the interlude have gone; it has no name until its own lie. */
export function resumed(still: Still): Still {
  const top = still.battles.at(-1);
  const left = top?.interlude && [...laidBetween(still)].some((id) => !top.outside.has(id));
  return top?.interlude && !left ? { ...still, battles: changed(still.battles.slice(0, -1), { named: false }) } : still;
}

/** The battles with something changed of the inmost. */
export const changed = (battles: readonly Battle[], change: Partial<Battle>): readonly Battle[] =>
  battles.map((one, i) => (i === battles.length - 1 ? { ...one, ...change } : one));

/** How the inmost scenario was decided. */
function doneWith(still: Still, event: GameEvent): Done {
  const top = still.battles.at(-1)!;
  const pot = [...(still.tableau.get("pot") ?? [])].reverse();
  const laid = pot.filter((slot) => !top.pair.includes(slot.id) && !top.outside.has(slot.id));
  const events = still.log.at(-1)?.events ?? [];
  const since = events.findLastIndex((one) => one.kind === top.event.kind || one.depth !== event.depth);
  const told = events.slice(since + 1).findLast((one) => one.text && !one.card && one.text.trim() !== top.about?.why);
  return {
    seat: event.seat ?? null,
    stake: still.tableau.get("pot")?.length ?? 0,
    result: told?.text?.trim() ?? "",
    codes: laid.flatMap((slot) => slot.code ?? []),
    number: typeof told?.number === "number" ? told.number : null,
  };
}

/**
 * A scenario is decided: the next one of the same cards follows, or the battle around it goes on; that has no name until
 * its cards lie again.
 */
export function decided(still: Still, event: GameEvent, rest: readonly GameEvent[], drama: Drama): Still {
  const depth = event.depth ?? 0;
  const top = still.battles.at(-1);
  const [next] = rest;
  if (top?.depth === depth && next && givesReason(drama, next) && (next.depth ?? 0) === depth) {
    const done = changed(still.battles, { done: doneWith(still, event) });
    const about = { ...aboutOf(next), why: "" };
    const outside = laidBetween(still, top.pair);
    return { ...still, battles: [...done, { ...top, about, outside, results: [], named: false }] };
  }
  const around = still.battles.filter((one) => one.depth < depth);
  const outer = around.at(-1);
  // The last one stays open until its cards are collected.
  if (!outer) return still;
  const results = outer.depth === depth - 1 ? [...outer.results, event.seat ?? null] : outer.results;
  return { ...still, battles: changed(around, { results, outside: laidBetween(still, outer.pair), named: false }) };
}

/** The inmost battle has its name. */
export const named = (still: Still): Still => ({ ...still, battles: changed(still.battles, { named: true }) });
/** The inmost battle is laid again: it has no name until its cards lie. */
export const unnamed = (still: Still): Still => ({ ...still, battles: changed(still.battles, { named: false }) });
