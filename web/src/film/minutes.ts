// How long the film of a game runs. It says nothing of the time that players take to think.

/** Seconds of film in a turn at normal speed, on average over recorded games, the first deal left out. */
export const SECONDS_OF_A_TURN: Readonly<Record<string, number>> = {
  "beggar-my-neighbour": 0.7,
  blitz31: 1,
  blitzkrieg: 3,
  blitzwar: 7,
  "casino-war": 2.8,
  champz: 2.7,
  "egyptian-ratscrew": 0.5,
  pyanitsa: 1.1,
  schwimmen: 1.6,
  "steal-war": 2.1,
  "stealing-bundles": 0.5,
  "syrian-war": 0.8,
  "tod-und-leben": 1.2,
  war: 1.1,
};

/** At eight times, cards move at four times, so that they are seen: on average that makes five. */
const AT_EIGHT = 5;

/** The minutes in which so many turns of a game are shown; null for a game that was not measured. */
export function minutesOf(game: string, turns: number, speed: number): number | null {
  const seconds = SECONDS_OF_A_TURN[game];
  return seconds === undefined ? null : (turns * seconds) / (speed === 8 ? AT_EIGHT : speed) / 60;
}
