// The value of three cards (BW-040 to BW-044, BWH-02), and a hand's distance from it. The server decides what may be traded;
// this only shows it.
import type { Arm } from "./arms";

const EQUAL: Record<string, number> = { cannon: 4, infantry: 6, cavalry: 8 };
const [DIFFERENT, WITH_JOKER, TOURNAMENT] = [10, 12, 8];
/** The first sets of a game where sets grow; each further one brings MORE_EACH more. */
const GROWN = [4, 6, 8, 10, 12, 15];
const MORE_EACH = 5;
const ARMS: Arm[] = ["cannon", "infantry", "cavalry"];

/** How sets are counted: the option of the game, and how many have been traded in it. */
export interface Sets {
  tris: unknown;
  traded: number;
}
const BOXED: Sets = { tris: "boxed", traded: 0 };

function growing(traded: number): number {
  const last = GROWN.length - 1;
  return traded <= last ? GROWN[traded]! : GROWN[last]! + MORE_EACH * (traded - last);
}

/** Tanks for three cards, without those for states of one's own; 0 if they are no tris. */
export function worth(arms: readonly Arm[], sets: Sets = BOXED): number {
  const value = printed(arms, sets.tris === "tournament");
  return value > 0 && sets.tris === "growing" ? growing(sets.traded) : value;
}

/** The same by the table of sets alone. */
function printed(arms: readonly Arm[], tournament: boolean): number {
  const plain = arms.filter((one) => one !== "joker");
  const kinds = new Set(plain).size;
  if (arms.length !== 3 || plain.length < 2) return 0;
  if (plain.length === 2) return kinds === 1 ? WITH_JOKER : 0;
  if (kinds === 3) return DIFFERENT;
  return kinds === 1 ? (tournament ? TOURNAMENT : EQUAL[plain[0]!]!) : 0;
}

/** The best tris in a hand, and which cards make it; `own`: what each card brings for its state besides. */
export function bestTris(
  hand: readonly Arm[],
  sets: Sets = BOXED,
  own: readonly number[] = [],
): { worth: number; cards: number[] } | null {
  let best: { worth: number; cards: number[] } | null = null;
  let most = 0;
  for (let a = 0; a < hand.length; a++)
    for (let b = a + 1; b < hand.length; b++)
      for (let c = b + 1; c < hand.length; c++) {
        const value = worth([hand[a]!, hand[b]!, hand[c]!], sets);
        const all = value + [a, b, c].reduce((sum, i) => sum + (own[i] ?? 0), 0);
        if (value > 0 && all > most) [most, best] = [all, { worth: value, cards: [a, b, c] }];
      }
  return best;
}

/** For a hand without a tris: the arm that would make the best one. */
export function wanted(hand: readonly Arm[], sets: Sets = BOXED): { arm: Arm; worth: number } | null {
  const found = ARMS.map((arm) => ({ arm, worth: bestTris([...hand, arm], sets)?.worth ?? 0 })).reduce((most, one) =>
    one.worth > most.worth ? one : most,
  );
  return found.worth > 0 ? found : null;
}
