// The owners of states on the map: seats, and nobody.
import { wears } from "../look/tokens";
import type { View } from "../wire";

/** Stands for the owner of a state that nobody has: no player of BlitzWar wears the sixth colour. */
export const NOBODY = 5;

/** The letter of an owner; N is the neutral side. */
export const letterOf = (owner: number): string => (owner === NOBODY ? "N" : wears(owner).letter);

/** True for a player without a state, once the rounds have begun. */
export const isOut = ({ state }: Pick<View, "state">, seat: number) =>
  (state.round_number ?? 0) > 0 && (state[`states ${seat}`] ?? 0) === 0;
