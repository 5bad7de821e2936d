import { expect, it } from "vitest";
import { besides, endingOf, outAfter, setback, turningOf, whyOut, wonBy } from "./ending";

const HISTORY = [
  [4, 4, 4],
  [4, 3, 5],
  [4, 0, 8],
  [2, 0, 10],
  [0, 0, 12],
];
const over = { over: true, told: { holding: ["out", "out", "12 cards"] } };
const knock = (seat: number) => ({ kind: "knock", seat });
const end = { kind: "end", winners: [2], ranking: [[2], [0], [1]], text: "Bot 2 has all the cards." };
const LOG = [{ events: [knock(1)] }, { events: [{ kind: "deal" }, knock(0)] }, { events: [end] }];

it("a seat is out after the turn that took its last", () => {
  expect([0, 1, 2].map((seat) => outAfter(HISTORY, seat))).toEqual([4, 2, null]);
});
it("who never had anything was never out", () => expect(outAfter([[0], [0]], 0)).toBeNull());
it("the turn that gave most to the seat with most is the turning point, even if that seat has lost by it", () =>
  expect(turningOf(HISTORY)).toEqual({ turn: 2, seat: 2, from: 5, to: 8 }));
it("a card that is stolen from the leader turns more than a larger one of one's own", () => {
  const made = [
    [0, 0],
    [8, 0],
    [8, 20],
    [14, 14],
    [14, 20],
    [20, 14],
    [23, 14],
  ];
  expect(turningOf(made)).toEqual({ turn: 5, seat: 0, from: 14, to: 20 });
});
it("nothing turned a game in which nothing moved", () => expect(turningOf([[1], [1]])).toBeNull());
it("the turn that cost a seat most is its setback", () => {
  expect([0, 1, 2].map((seat) => setback(HISTORY, seat))).toEqual([4, 2, null]);
  expect(setback(HISTORY, undefined)).toBeNull();
  expect(setback([[4], [3], [6], [5]], 0)).toBeNull();
});
it("a seat is out for the reason told just before", () => {
  const events = [
    { kind: "lose_lowest", seat: 1, text: "Bot 1 has the lowest hand, 19." },
    { kind: "drop_out", seat: 1 },
    { kind: "turn_up", seat: 0, card: "8D", text: "You turn up 8♦." },
    { kind: "drop_out", seat: 0 },
  ];
  expect(whyOut([{ events }] as never, 1)).toBe("Bot 1 has the lowest hand, 19.");
  expect(whyOut([{ events }] as never, 0)).toBeNull();
  expect(whyOut([{ events }] as never, 2)).toBeNull();
});
it("what a seat did in a turn of its own is not why another put it out", () => {
  const begins = { kind: "begin", seat: 1, text: "Bot 1 begins the turn and gets 0 to place." };
  const taken = [
    { kind: "conquer", seat: 0, text: "You conquer Japan!" },
    { kind: "drop_out", seat: 1, text: "Bot 1 is out." },
  ];
  expect(whyOut([{ events: [begins] }, { events: taken }] as never, 1)).toBeNull();
});
it("whoever loses with others is out for their own loss, though it was told before theirs", () => {
  const lost = (seat: number) => ({ kind: "lose_to_31", seat, text: `Bot ${seat} has 2${seat} against a 31.` });
  const out = (seat: number) => ({ kind: "drop_out", seat, text: `Bot ${seat} is out.` });
  const events = [{ kind: "hand", seat: 1, cards: "2C 3C", text: "Bot 1 shows." }, lost(1), lost(2), out(1), out(2)];
  expect(whyOut([{ events }] as never, 1)).toBe("Bot 1 has 21 against a 31.");
});
it("in a race nobody is out for having no points", () => {
  const end = { kind: "end", winners: [0], ranking: [[0], [1]], text: "You win." };
  const history = [
    [0, 0],
    [0, 6],
    [21, 0],
  ];
  const places = (race: boolean) =>
    endingOf({ over: true } as never, [{ events: [end] }] as never, history, {}, race)!.places.map((one) => one.out);
  expect(places(true)).toEqual([null, null]);
  expect(places(false)).toEqual([null, 2]);
});
it("a player who plays on with nothing is out when they drop out, and a winner never is", () => {
  const log = [
    { turn: 2, events: [] },
    {
      turn: 4,
      events: [
        { kind: "drop_out", seat: 1 },
        { ...end, winners: [0], ranking: [[0], [1]] },
      ],
    },
  ];
  const history = [
    [1, 1],
    [1, 0],
    [0, 0],
    [0, 0],
    [0, 0],
  ];
  const places = endingOf({ over: true } as never, log as never, history, {})!.places;
  expect(places.map(({ seat, out }) => [seat, out])).toEqual([
    [0, null],
    [1, 4],
  ]);
});
it("a draw has no turning point", () => {
  const draw = [{ events: [{ ...end, winners: [] }] }];
  expect(endingOf(over as never, draw as never, HISTORY, {})!.turning).toBeNull();
});
it("the showdown has the hands of the last deal alone", () => {
  const hand = (seat: number, cards: string, value: string) => ({ kind: "hand", seat, cards, value });
  const log = [
    { events: [hand(0, "AS KS QS", "31")] },
    { events: [{ kind: "deal" }, hand(0, "9C 8C 2D", "17"), hand(2, "AH KH", "21"), end] },
  ];
  expect(endingOf(over as never, log as never, HISTORY, { hands: ["hand"] })!.showdown).toEqual([
    { seat: 0, cards: ["9C", "8C", "2D"], value: "17" },
    { seat: 2, cards: ["AH", "KH"], value: "21" },
  ]);
});
it("winners, reason and places are the last event's, and a ring is named", () => {
  const found = endingOf(over as never, LOG as never, HISTORY, { ring: ["knock"] });
  expect(found).toMatchObject({ winners: [2], reason: "Bot 2 has all the cards." });
  expect(found!.places).toEqual([
    { seat: 2, place: 1, out: null, holds: "12 cards", why: null, ringed: false },
    { seat: 0, place: 2, out: 4, holds: "out", why: null, ringed: true },
    { seat: 1, place: 3, out: 2, holds: "out", why: null, ringed: false },
  ]);
});
it("a game that goes on has no ending", () =>
  expect(endingOf({ over: false } as never, LOG as never, HISTORY, {})).toBeNull());

it("says who has won, alone or with others, or that nobody has", () => {
  const names = ["You", "Ada", "Bob"];
  const won = (winners: number[], house = false) => wonBy(winners, names, 0, house);
  expect([won([0]), won([2]), won([0, 1])]).toEqual(["You win.", "Bob wins.", "You and Ada win."]);
  expect(won([0, 1, 2])).toBe("You, Ada and Bob win.");
  expect(wonBy([0, 2], ["Ada", "Ben", "You"], 2, false)).toBe("You and Ada win.");
  expect([won([]), won([], true)]).toEqual(["A draw.", "The house wins."]);
});
it("a reason does not say again what the title says", () => {
  expect(besides("You win.", "You win: nobody else can lay the cards of the war.")).toBe(
    "Nobody else can lay the cards of the war.",
  );
  expect(besides("A draw.", "The last cards are equal: a draw.")).toBe("The last cards are equal.");
  expect(besides("Bob wins.", "You win: so it is.")).toBe("You win: so it is.");
});
