// The times of the film in milliseconds at speed 1, and the speeds at which a person plays it.

/** A card that is turned up: its flight, its flip within that, and how much later the next seat's card starts. */
export const TURN_UP = { flight: 160, flip: [60, 240], later: 40 } as const;
/** My waiting card lands and turns when I turn it up. */
export const LAND = { flight: 180, flip: [80, 280] } as const;
/** The winner steps forward and the loser dims, or a tie knocks; then everything lies still. */
export const STEP = 80;
export const REST = 350;
export const REST_OF_WAR = 700;
/** After a tie the rest is shorter: its cards stay on the table. */
export const REST_OF_TIE = 280;
/** The verdict on the last hands is read before the end draws over them. */
export const VERDICT = 900;
/** The last battle slips under its deck. */
export const SLIP = 120;
/** The pot goes to its winner; in a war the cards leave one after the other, and the backs change colour on the way. */
export const SWEEP = 240;
export const SWEEP_OF_WAR = { flight: 180, apart: 20, turns: 180, course: 140 } as const;
export const SQUEEZE = 380;
export const LAY = { flight: 200, apart: 90 } as const;
/** A pile is shuffled where it lies. */
export const RIFFLE_MS = 360;
/** My own card lifts off its deck while the others turn theirs up. */
export const LIFT = 260;
/** A card dealt face up; the house's card comes later. */
export const DEAL_UP = { flight: 200, flip: [40, 240], apart: 120, house: 200 } as const;
/** A press in the last rest plays what is left in this time. */
export const RUSH = 120;
/** Chips: their flight, the next seat's, a mouth; from its opening on, when the house pays, and when all goes home. */
export const CHIPS = { flight: 220, apart: 60, mouth: 240, pay: 350, home: 590 } as const;
/** Whole piles that are put away. */
export const POUR = { flight: 200, apart: 40 } as const;
/** The end, from the last sweep on: a breath, then the front draws back, while the cards and numbers fade. */
export const END = {
  front: 160,
  lasts: 900,
  fade: 240,
  /** Three notes down, one up. */
  notes: [440, 710, 880, 1060],
  result: 1060,
  luck: 1220,
  buttons: 1360,
} as const;
/** With reduced motion every change is a fade. */
export const FADE = 120;

interface Beat {
  /** The flight, the turn or the ring itself. */
  lasts: number;
  /** From its start to the start of what follows. */
  then: number;
}

const beat = (lasts: number, then = lasts): Beat => ({ lasts, then });

const BEATS: Record<string, Beat> = {
  deal: beat(220, 40),
  move: beat(220),
  // A card, and what it does to somebody: each is read before the next.
  play: beat(220, 620),
  use: beat(220, 700),
  remove: beat(260, 900),
  skip: beat(0, 500),
  reverse: beat(0, 600),
  pass: beat(0, 500),
  reach: beat(0, 1000),
  take: beat(220),
  discard: beat(220),
  shuffle: beat(360, 420),
  win: beat(0),
  drop_out: beat(0),
  capture: beat(0),
  rows: beat(0),
  scenario: beat(160, 420),
  settled: beat(400, 420),
  knock: beat(420, 520),
  blitz: beat(420, 900),
  attack: beat(520, 620),
  tris: beat(520),
  conquer: beat(420),
  treaty: beat(520),
  exchange: beat(520),
  show: beat(240, 340),
};

/** The beat of an event that has no storyboard of its own; one that moves nothing is only read. */
export function beatOf(kind: string, moves: boolean): Beat {
  return BEATS[kind] ?? (moves ? beat(220) : beat(0, 120));
}

/** How long a sentence is read, by its letters: news; what nobody may miss; and what is seen too, or comes every turn. */
const READING = {
  news: { letter: 60, least: 700, most: 2200 },
  weighty: { letter: 60, least: 1500, most: 2200 },
  usual: { letter: 32, least: 900, most: 1500 },
} as const;
export function readIn(text: string, as: keyof typeof READING): number {
  const { letter, least, most } = READING[as];
  return Math.min(most, Math.max(least, text.length * letter));
}

/** Tanks of others before the first round: so long each state is lit. */
export const PLACED = 700;

/** Half, once, twice, eight times, at once. */
export const SPEEDS = [0.5, 1, 2, 8, Infinity] as const;
export type Speed = (typeof SPEEDS)[number];
export const SPEED_NAMES: ReadonlyMap<Speed, string> = new Map<Speed, string>([
  [0.5, "½×"],
  [1, "1×"],
  [2, "2×"],
  [8, "8×"],
  [Infinity, "∞"],
]);

/** The next speed up or down; at the ends there is none. */
export function faster(speed: Speed, by: 1 | -1): Speed {
  return SPEEDS[SPEEDS.indexOf(speed) + by] ?? speed;
}

/** The easing of a flight, CSS's cubic-bezier(.2, .8, .2, 1). */
export const eased = bezier(0.2, 0.8, 0.2, 1);
/** The easing of a flip, CSS's ease-in-out. */
export const turned = bezier(0.42, 0, 0.58, 1);

/** A CSS timing function from its two control points, solved by bisection. */
function bezier(x1: number, y1: number, x2: number, y2: number): (share: number) => number {
  const on = (a: number, b: number, s: number) => 3 * a * s * (1 - s) ** 2 + 3 * b * s * s * (1 - s) + s ** 3;
  return (share) => {
    if (share <= 0 || share >= 1) return Math.min(1, Math.max(0, share));
    let [low, high] = [0, 1];
    for (let i = 0; i < 16; i++) {
      const middle = (low + high) / 2;
      if (on(x1, x2, middle) < share) low = middle;
      else high = middle;
    }
    return on(y1, y2, (low + high) / 2);
  };
}
