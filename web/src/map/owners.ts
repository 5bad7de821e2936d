// The owners of states on the map: seats, and nobody.
import { wears } from "../look/tokens";

/** Stands for the owner of a state that nobody has: no player of BlitzWar wears the sixth colour. */
export const NOBODY = 5;

/** The letter of an owner; N is the neutral side. */
export const letterOf = (owner: number): string => (owner === NOBODY ? "N" : wears(owner).letter);
