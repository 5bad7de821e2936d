// How long what happens takes, in milliseconds at speed 1, and how long until the next thing begins.

interface Beat {
  /** The flight, turn or ring itself. */
  lasts: number;
  /** From its start to the start of what follows. */
  then: number;
}

const beat = (lasts: number, then = lasts): Beat => ({ lasts, then });

const BEATS: Record<string, Beat> = {
  deal: beat(220, 40),
  turn_up: beat(340, 200),
  lay_face_down: beat(200, 90),
  move: beat(220),
  play: beat(220, 320),
  use: beat(220, 320),
  take: beat(220),
  discard: beat(220),
  shuffle: beat(360, 420),
  pour: beat(360, 420),
  win: beat(0, 80),
  war: beat(380, 460),
  battle: beat(380, 480),
  scenario: beat(160, 420),
  settled: beat(400, 420),
  knock: beat(420, 520),
  blitz: beat(420, 520),
  attack: beat(520, 620),
  tris: beat(520),
  conquer: beat(420),
  treaty: beat(520),
  exchange: beat(520),
  show: beat(340, 420),
  end: beat(900),
};

/** Half, once, twice, eight times, at once. */
export const SPEEDS = [0.5, 1, 2, 8, Infinity] as const;
export type Speed = (typeof SPEEDS)[number];

/** The next speed up or down; at the ends there is none. */
export function faster(speed: Speed, by: 1 | -1): Speed {
  return SPEEDS[SPEEDS.indexOf(speed) + by] ?? speed;
}

const SWEEPS = new Set(["shuffle", "pour", "win", "settled"]);

/** At eight times only sweeps and the front are seen, 60 ms each; with reduced motion everything is a fade of 120. */
export function timing(kind: string, moves: boolean, speed: Speed, reduced: boolean): Beat {
  if (speed === Infinity) return beat(0);
  if (speed === 8) return SWEEPS.has(kind) ? beat(60) : beat(0);
  const base = BEATS[kind] ?? (moves ? beat(220) : beat(0, 120));
  const fit = (ms: number) => Math.round(ms / speed);
  return reduced ? beat(moves ? 120 : 0, fit(base.then)) : beat(fit(base.lasts), fit(base.then));
}

export const EASE = "cubic-bezier(.2,.8,.2,1)";
