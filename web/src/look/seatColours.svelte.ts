// The colours of the seats at the table on screen: players may have chosen other colours than their seats'.
const COUNT = 6;
const OWN = Array.from({ length: COUNT }, (_, seat) => seat);
let worn = $state.raw<readonly number[]>(OWN);

/** The colour of a seat, as the number of a side. */
export const colourOf = (seat: number): number => worn[seat % COUNT]!;

/** Set the colours of the seats; without any, each seat has its own. What is returned gives them up, unless others have
 * been set since: the next page is made before this one goes. */
export function setSeatColours(sides: readonly number[] = OWN): () => void {
  worn = sides;
  return () => {
    if (worn === sides) worn = OWN;
  };
}
