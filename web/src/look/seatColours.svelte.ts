// The sides that the seats of the table before one's eyes wear: a player may have chosen another than their seat's.
const COUNT = 6;
const OWN = Array.from({ length: COUNT }, (_, seat) => seat);
let worn = $state.raw<readonly number[]>(OWN);

/** The side that a seat wears. */
export const colourOf = (seat: number): number => worn[seat % COUNT]!;

/** The seats wear these sides now; without any each wears its own. */
export function setSeatColours(sides: readonly number[] = OWN): void {
  worn = sides;
}
