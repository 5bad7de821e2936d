// Seats of a table without players: an example's are called by their letters.
import { LETTERS } from "../look/tokens";
import type { SeatInfo } from "../wire";

export const letters = (seats: number): string[] =>
  Array.from({ length: seats }, (_, seat) => LETTERS[seat % LETTERS.length]!);

export const seatsNamed = (names: readonly string[]): SeatInfo[] =>
  names.map((name, seat) => ({ seat, kind: "person", name }));
