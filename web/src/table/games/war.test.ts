import { expect, it } from "vitest";
import type { GameEvent } from "../../wire";
import { up } from "../../film/testing";
import { called, inShort, summary } from "./summary";
import { against } from "./war";

it("of 49 unseen cards 30 beat a six where two aces and the six lie: eight ranks of four, less two", () => {
  expect(against("6S", ["AD", "AS", "6S"], 52)).toEqual({ unseen: 49, higher: 30, equal: 3, lower: 16 });
});
it("a pack of 36 begins with sixes", () =>
  expect(against("6S", ["6S"], 36)).toEqual({ unseen: 35, higher: 32, equal: 3, lower: 0 }));
it("a pack that is not known has no chances", () => expect(against("6S", [], 53)).toBeNull());
it("a Diplomat has none", () => expect(against("JK1", [], 52)).toBeNull());

it("a tie that its game does not call a war is no war in one line either", () => {
  const tie = { kind: "war", text: "A tie! Everybody lays a new card." };
  const events = [up(0, "TS"), up(1, "TH"), tie, up(0, "KS"), up(1, "2H"), { kind: "win", seat: 0 }];
  expect(called(tie)).toBe("A tie!");
  const told = summary({ turn: 1, lines: [], events }, ["You", "Bot 1"], 0);
  expect(told?.text).toBe("You win after equal tens and take 4.");
});

it("a turn with a theft tells the theft before its battle", () => {
  const steal = { kind: "steal", seat: 1, card: "8C", text: "Bot 1 lays 8♣ on your pile and steals it." };
  const battle = [up(0, "TS"), up(1, "2H"), { kind: "win", seat: 0 }];
  const told = (events: typeof battle) => inShort({ turn: 1, lines: [], events }, ["You", "Bot 1"], 0);
  expect(told([steal, ...battle])).toBe("Bot 1 lays 8♣ on your pile and steals it. You take 2: 10♠ over 2♥.");
  expect(told([steal, up(0, "TS"), { kind: "win", seat: 0 }])).toBe("Bot 1 lays 8♣ on your pile and steals it.");
  expect(told(battle)).toBe("You take 2: 10♠ over 2♥.");
});

it("a round against the house is told by what it brought me, in a war, with a tie bet, and surrendered", () => {
  const deal = (card: string, seat?: number) => ({ kind: "deal", card, ...(seat === undefined ? {} : { seat }) });
  const told = (bet: number, tie: number, ...events: GameEvent[]) =>
    summary({ turn: 1, lines: [], events: [{ kind: "bet", seat: 0, bet, tie }, ...events] }, ["You", "Bot 1"], 0)?.text;
  const own = (kind: string) => ({ kind, seat: 0 });
  expect(told(7, 0, deal("KS", 0), deal("9D", 1), deal("3H"), own("beat"))).toBe("+7: your K♠ against 3♥.");
  expect(told(7, 2, deal("2S", 0), deal("3H"), own("tie_lose"), own("lose"))).toBe("−9: your 2♠ against 3♥.");
  const tie = [deal("TS", 0), deal("TH"), { ...own("tie_win"), pays: 10 }];
  expect(told(5, 1, ...tie, own("war"), deal("4S", 0), deal("QH"), own("lose"))).toBe(
    "0 in a war: your 4♠ against Q♥.",
  );
  const eleven = [deal("TS", 0), deal("TH"), { ...own("tie_win"), pays: 11 }, own("war")];
  expect(told(5, 1, ...eleven, deal("4S", 0), deal("4H"), own("beat"), own("bonus"))).toBe(
    "+21 in a war: your 4♠ against 4♥.",
  );
  expect(told(5, 0, deal("TS", 0), deal("TH"), own("surrender"))).toBe("−2.5, surrendered: two equal cards.");
  expect(told(5, 0, deal("TS", 0), deal("TH"))).toBeUndefined();
});
