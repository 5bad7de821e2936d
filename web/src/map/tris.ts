// The value of three cards (BW-040 to BW-044), and a hand's distance from it. The server decides what may be traded;
// this only shows it.
import type { Arm } from "./arms";

const EQUAL: Record<string, number> = { cannon: 4, infantry: 6, cavalry: 8 };
const [DIFFERENT, WITH_JOKER, TOURNAMENT] = [10, 12, 8];
const ARMS: Arm[] = ["cannon", "infantry", "cavalry"];

/** Tanks for three cards, without those for states of one's own; 0 if they are no tris. */
export function worth(arms: readonly Arm[], tournament: boolean): number {
  const plain = arms.filter((one) => one !== "joker");
  const kinds = new Set(plain).size;
  if (arms.length !== 3 || plain.length < 2) return 0;
  if (plain.length === 2) return kinds === 1 ? WITH_JOKER : 0;
  if (kinds === 3) return DIFFERENT;
  return kinds === 1 ? (tournament ? TOURNAMENT : EQUAL[plain[0]!]!) : 0;
}

/** The best tris in a hand, and which cards make it. */
export function bestTris(hand: readonly Arm[], tournament = false): { worth: number; cards: number[] } | null {
  let best: { worth: number; cards: number[] } | null = null;
  for (let a = 0; a < hand.length; a++)
    for (let b = a + 1; b < hand.length; b++)
      for (let c = b + 1; c < hand.length; c++) {
        const value = worth([hand[a]!, hand[b]!, hand[c]!], tournament);
        if (value > (best?.worth ?? 0)) best = { worth: value, cards: [a, b, c] };
      }
  return best;
}

/** For a hand without a tris: the arm that would make the best one. */
export function wanted(hand: readonly Arm[], tournament = false): { arm: Arm; worth: number } | null {
  const found = ARMS.map((arm) => ({ arm, worth: bestTris([...hand, arm], tournament)?.worth ?? 0 })).reduce(
    (most, one) => (one.worth > most.worth ? one : most),
  );
  return found.worth > 0 ? found : null;
}
