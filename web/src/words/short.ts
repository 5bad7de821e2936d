/** The beginning and the end of a hash: "a40b…e2". */
export const short = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-2)}`;
