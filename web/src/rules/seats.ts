// Seats of a table without players: an example's are called by their letters.
import { LETTERS } from "../look/tokens";
import type { SeatInfo } from "../wire";

export const letters = (seats: number): string[] =>
  Array.from({ length: seats }, (_, seat) => LETTERS[seat % LETTERS.length]!);

/** A text with names for the seats that it numbers. */
export const named = (text: string, names: ArrayLike<string>): string =>
  text.replace(/\bSeat (\d+)\b/g, (whole, seat: string) => names[Number(seat)] ?? whole);

export const seatsNamed = (names: readonly string[]): SeatInfo[] =>
  names.map((name, seat) => ({ seat, kind: "person", name }));
