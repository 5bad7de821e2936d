import { expect, it } from "vitest";
import type { Entry } from "../../film/still";
import { bookOf, verdict } from "./verdict";

const names = ["You", "Ben", "Cleo"];
const entry = (...events: object[]) =>
  ({ turn: 7, events, lines: [{ kind: "lose_knocking", seat: 1, text: "", depth: 0, clause: "BZ-032" }] }) as Entry;
const knocker = { kind: "lose_knocking", seat: 1, value: "17", lives: 2, loss: "two lives" };
const lowest = { kind: "lose_lowest", seat: 0, value: "18", lives: 1, loss: "one life" };

it("says nothing of a round that goes on", () =>
  expect(verdict(entry({ kind: "take", seat: 1 }), names, 0)).toBeNull());
it("names the knocker who had the lowest hand, and the clause", () =>
  expect(verdict(entry(knocker), names, 0)).toMatchObject({
    title: "Ben loses two lives.",
    why: "17 is the lowest hand, and Ben knocked: two lives.",
    knocked: "Ben knocked",
    clause: "BZ-032",
  }));
it("names the player who closed with the lowest hand, by Schwimmen's rulebook", () => {
  const closer = { ...lowest, kind: "lose_closing", seat: 2, lives: 2, loss: "two lives" };
  expect(verdict(entry({ kind: "close", seat: 2 }, closer), names, 0)).toMatchObject({
    title: "Cleo loses two lives.",
    why: "18 is the lowest hand.",
    knocked: "Cleo closed",
  });
  expect([bookOf("SMH-10"), bookOf("BZ-032")]).toEqual(["schwimmen", "blitz31"]);
});
it("names the player with three aces, which cost everybody else a life", () =>
  expect(
    verdict(
      entry(
        { kind: "fire", seat: 0 },
        { ...lowest, kind: "lose_to_fire", seat: 1 },
        { ...lowest, kind: "lose_to_fire", seat: 2 },
      ),
      names,
      0,
    ),
  ).toMatchObject({ title: "You have three aces.", why: "Everybody else loses one life.", knocked: null }));
it("says who is out rather than what was lost", () =>
  expect(verdict(entry(knocker, { kind: "drop_out", seat: 1 }), names, 0)?.title).toBe("Ben is out."));
it("speaks to the player themselves", () =>
  expect(verdict(entry(lowest), names, 0)).toMatchObject({
    title: "You lose one life.",
    why: "18 is the lowest hand.",
  }));
it("names all who share the lowest hand", () =>
  expect(
    verdict(entry({ ...lowest, kind: "lose_tied", seat: 1 }, { ...lowest, kind: "lose_tied", seat: 2 }), names, 0),
  ).toMatchObject({ title: "Ben and Cleo lose one life each.", why: "18 is the lowest hand, and shared." }));
it("names the player who has 31, and then who is out", () =>
  expect(
    verdict(
      entry(
        { kind: "blitz", seat: 2 },
        { ...lowest, kind: "lose_to_31" },
        { ...lowest, kind: "lose_to_31", seat: 1 },
        { kind: "drop_out", seat: 0 },
        { kind: "drop_out", seat: 1 },
      ),
      names,
      0,
    ),
  ).toMatchObject({
    title: "Cleo has 31.",
    why: "Everybody else loses one life. You and Ben are out.",
  }));

const pot = { kind: "win_pot", seat: 1, value: 24, chips: 3 };

it("says of a knock that not everybody else has less", () =>
  expect(verdict(entry({ ...knocker, kind: "lose_beaten" }), names, 0)).toMatchObject({
    title: "Ben loses two lives.",
    why: "Ben knocked with 17, and not everybody else has less: two lives.",
    knocked: "Ben knocked",
  }));
it("names the winner of a pot", () => {
  expect(verdict(entry(pot), names, 0)).toMatchObject({ title: "Ben wins the pot.", why: "24 is the highest hand." });
  expect(verdict(entry(pot), names, 1)?.title).toBe("You win the pot.");
});
it("names all who share a pot, and the 31 that won one", () => {
  expect(verdict(entry(pot, { ...pot, seat: 2 }), names, 0)).toMatchObject({
    title: "Ben and Cleo share the pot.",
    why: "24 is the highest hand, and shared.",
  });
  expect(verdict(entry({ kind: "blitz", seat: 1 }, { ...pot, value: 31 }), names, 0)?.why).toBe("31 wins the pot.");
});
