// A game of two told as a whole: what each turn moved, where it turned, and what there is to count. Pure.
import type { GameEvent, View } from "../wire";

export interface Told {
  turn: number;
  /** Cards of the near and the far side after the turn. */
  near: number;
  far: number;
  wars: number;
  /** Cards that were laid in it. */
  pot: number;
  events: GameEvent[];
}

/** A turn each, from the log's entries: those of one turn together. */
export function tale(steps: readonly { events: GameEvent[]; view: View }[], me: number): Told[] {
  const found: Told[] = [];
  const held = (view: View, seat: number) => ["deck", "won", "hand"].reduce((sum, kind) => sum + (view.piles[`${kind} ${seat}`]?.count ?? 0), 0);
  for (const { events, view } of steps) {
    const last = found.at(-1);
    const all = last?.turn === view.turns ? [...found.pop()!.events, ...events] : events;
    found.push({
      turn: view.turns,
      near: held(view, me),
      far: held(view, 1 - me),
      wars: all.filter((event) => event.kind === "war").length,
      pot: all.filter((event) => event.card !== undefined && event.to === "pot").length,
      events: all,
    });
  }
  return found;
}

/** The turns that moved most, in order: no two nearer than `apart` turns. */
export function turningPoints(told: readonly Told[], most: number, apart: number): number[] {
  const moved = told.map((one, i) => ({ i, by: i === 0 ? 0 : Math.abs(one.near - told[i - 1]!.near) })).filter((one) => one.by > 0);
  const found: number[] = [];
  for (const { i } of moved.sort((a, b) => b.by - a.by || a.i - b.i)) {
    if (found.length === most) break;
    if (found.every((other) => Math.abs(other - i) >= apart)) found.push(i);
  }
  return found.sort((a, b) => a - b);
}

export interface Counts {
  wars: number;
  battles: number;
  fewest: number;
  pot: number;
  leads: number;
}

export function counts(told: readonly Told[]): Counts {
  let leads = 0;
  let ahead = 0;
  for (const { near, far } of told) {
    const now = Math.sign(near - far);
    if (now !== 0 && ahead !== 0 && now !== ahead) leads++;
    if (now !== 0) ahead = now;
  }
  return {
    wars: told.filter((one) => one.wars > 0).length,
    battles: told.reduce((sum, one) => sum + one.wars, 0),
    fewest: Math.min(...told.map((one) => one.near)),
    pot: Math.max(...told.map((one) => one.pot)),
    leads,
  };
}

/** What a side laid in a turn: each card, and whether it lay open. */
export function laid(events: readonly GameEvent[], seat: number): { code: string | null; up: boolean }[] {
  return events
    .filter((event) => event.seat === seat && event.to === "pot" && (event.kind === "turn_up" || event.kind === "lay_face_down"))
    .map((event) => ({ code: event.card === "??" ? null : (event.card ?? null), up: event.kind === "turn_up" }));
}
