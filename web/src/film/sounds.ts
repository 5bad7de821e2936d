// The sound of each event. Every sound has its line in the log too.
import { deals, isPlain, isUnknown } from "../table/events";
import type { GameEvent } from "../wire";

export type Sound = "turn" | "lay" | "knock" | "drums" | "sweep" | "dice" | "chips" | "gain" | "loss" | "end";

const SOUNDS: Readonly<Record<string, Sound>> = {
  turn_up: "turn",
  show: "turn",
  play: "turn",
  use: "turn",
  flip: "turn",
  place: "lay",
  lay_face_down: "lay",
  move: "lay",
  discard: "lay",
  take: "lay",
  remove: "lay",
  occupy: "lay",
  knock: "knock",
  bomb: "knock",
  war: "drums",
  battle: "drums",
  blitz: "drums",
  scenario: "drums",
  win: "sweep",
  settled: "sweep",
  pour: "sweep",
  shuffle: "sweep",
  conquer: "sweep",
  steal: "sweep",
  attack: "dice",
  end_roll: "dice",
  bet: "chips",
  beat: "gain",
  tie_win: "gain",
  bonus: "gain",
  lose: "loss",
  tie_lose: "loss",
  surrender: "loss",
  lose_lowest: "loss",
  lose_tied: "loss",
  lose_to_31: "loss",
  lose_knocking: "loss",
  lose_beaten: "loss",
  ante: "chips",
  win_pot: "gain",
  buy_back: "chips",
  end: "end",
};

/**
 * The sound of an event; null for one that is silent. A plain battle is no war, a card that waits is not turned up yet, and
 * of the cards that are dealt those are heard that are dealt face up.
 */
export function soundOf(event: GameEvent): Sound | null {
  if (deals(event)) return event.text ? "turn" : null;
  return isPlain(event) || isUnknown(event) ? null : (SOUNDS[event.kind] ?? null);
}
