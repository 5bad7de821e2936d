// Two cards that meet in a game, for a game without a picture of its own.
const PAIRS: Readonly<Record<string, readonly [string, string]>> = {
  "beggar-my-neighbour": ["KD", "4S"],
  "steal-war": ["6C", "6H"],
  "syrian-war": ["JD", "QS"],
  pyanitsa: ["6S", "AH"],
  "tod-und-leben": ["7D", "KC"],
};

export const pairOf = (game: string): readonly [string, string] => PAIRS[game] ?? ["AS", "AH"];
