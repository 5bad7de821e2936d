// The callouts that this person has seen, by game: each is shown once.
const KEPT = "threedown.taught";
type Taught = Record<string, number[]>;

function kept(): Taught {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Taught;
  } catch {
    return {};
  }
}

export const shownCallouts = (game: string): ReadonlySet<number> => new Set(kept()[game]);

export function rememberShown(game: string, seen: Iterable<number>): void {
  localStorage.setItem(KEPT, JSON.stringify({ ...kept(), [game]: [...new Set([...shownCallouts(game), ...seen])] }));
}
