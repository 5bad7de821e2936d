// The reason why a state can't be pressed, as the server's question gives it. Pure.
import type { Question } from "../wire";

/** Return the reason against a state, as the target of the chosen one or by itself; null if there is none. */
export function barredBy({ barred = [] }: Question, state: string, from: string | null): string | null {
  const against = (place: string) => barred.find((one) => one.places.includes(place))?.text ?? null;
  return (from !== null && from !== state ? against(`>${state}`) : null) ?? against(state);
}
