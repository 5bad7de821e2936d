// A game of War for two in which each turn is a war at another share: what no recorded game shows at every share.

const RANKS = [..."23456789TJQKA"];
const up = (seat, card) => ({
  kind: "turn_up",
  seat,
  card,
  from: `deck ${seat}`,
  to: "pot",
  text: `${seat === 0 ? "You turn" : "Bot 1 turns"} up ${card}.`,
});
const down = (seat) => ({ kind: "lay_face_down", seat, card: "??", from: `deck ${seat}`, to: "pot", text: "A card." });

/** A war of two who hold so many of 52 cards; the far side wins it. A side that is short lays fewer face down. */
function war(turns, mine) {
  const theirs = 52 - mine;
  const [low, rank] = [RANKS[turns % 12], RANKS[(turns % 12) + 1]];
  const downs = [mine, theirs].map((held) => Math.max(0, Math.min(3, held - 2)));
  const fights = [mine, theirs].map((held) => held > 1);
  const laid = downs[0] + downs[1] + 2 + fights.filter(Boolean).length;
  const events = [up(0, `${rank}S`), up(1, `${rank}H`), { kind: "war", text: "War!", clause: "W2-04" }];
  for (let i = 0; i < 3; i++) for (const seat of [0, 1]) if (i < downs[seat]) events.push(down(seat));
  if (fights[0]) events.push(up(0, `${low}D`));
  if (fights[1]) events.push(up(1, `${rank}C`));
  events.push({ kind: "shuffle", from: "pot", to: "deck 1" }, { kind: "win", seat: 1, text: "Bot 1 takes the pot." });
  const lost = 1 + downs[0] + Number(fights[0]);
  return { events, view: view(turns, mine - lost), question: null, laid };
}

const view = (turns, mine) => ({
  seat: 0,
  turns,
  over: false,
  state: {},
  told: {},
  shares: [mine, 52 - mine],
  piles: { "deck 0": { count: mine }, "deck 1": { count: 52 - mine }, pot: { count: 0, cards: [] } },
});

/** What such a game is at these shares of mine, as a fixture: a press begins the next one's war. */
export const lopsided = (shares) => ({
  game: "war",
  preset: "three-down",
  seats: 2,
  winners: [],
  steps: [
    { events: [], view: view(0, 26), question: null },
    ...shares.flatMap((mine, i) => [{ events: [], view: view(2 * i + 1, mine), question: null }, war(2 * i + 2, mine)]),
  ],
});

/** A turn in which two wars follow each other: of sevens, then of kings. */
export const again = () => {
  const events = [
    ...[up(0, "7S"), up(1, "7H"), { kind: "war", text: "War!", clause: "W1-05" }, down(0), down(1)],
    ...[up(0, "KS"), up(1, "KH"), { kind: "war", text: "War!", clause: "W1-05" }, down(0), down(1)],
    ...[up(0, "AS"), up(1, "QH"), { kind: "shuffle", from: "pot", to: "deck 0" }],
    { kind: "win", seat: 0, text: "You take the pot." },
  ];
  const steps = [
    { events: [], view: view(0, 26), question: null },
    { events, view: view(1, 31), question: null },
  ];
  return { game: "war", preset: "bicycle", seats: 2, winners: [], steps };
};

/** A table of six, of whom four have left the game: their grounds are narrow, and lie side by side. */
export const deserted = () => {
  const left = [0, 1, 3, 4];
  const shares = [0, 0, 26, 0, 0, 26];
  const piles = Object.fromEntries(shares.map((count, seat) => [`deck ${seat}`, { count }]));
  const events = left.map((seat) => ({
    kind: "drop_out",
    seat,
    text: `${seat === 0 ? "You are" : `Bot ${seat} is`} out.`,
  }));
  const told = { ...view(1, 0), shares, piles: { ...piles, pot: { count: 0, cards: [] } } };
  return { game: "war", preset: "bicycle", seats: 6, winners: [], steps: [{ events, view: told, question: null }] };
};

/** So many plain turns, won in turn. */
export const plain = (turns) => ({
  game: "war",
  preset: "bicycle",
  seats: 2,
  winners: [],
  steps: [
    { events: [], view: view(0, 26), question: null },
    ...Array.from({ length: turns }, (_, i) => {
      const seat = i % 2;
      const [mine, theirs] = seat === 0 ? ["KS", "QH"] : ["2S", "QH"];
      const win = { kind: "win", seat, text: `${seat === 0 ? "You take" : "Bot 1 takes"} the pot.` };
      const events = [up(0, mine), up(1, theirs), { kind: "shuffle", from: "pot", to: `deck ${seat}` }, win];
      return { events, view: { ...view(i + 1, seat === 0 ? 27 : 26), over: i === turns - 1 }, question: null };
    }),
  ],
});
