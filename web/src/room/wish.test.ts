import { expect, it } from "vitest";
import { barTellsWish, rematchOf, wishOf } from "./wish";

const person = (seat: number, name: string, here = true) => ({
  seat,
  kind: "person" as const,
  name,
  level: null,
  colour: null,
  here,
  stand_in: false,
  part_hash: null,
  gone: null,
  weaker: null,
  host: false,
  shown: false,
  program: false,
});
const seats = [person(0, "Ann"), person(1, "Ben"), person(2, "Cleo"), person(3, "Dan", false)];

it("counts the people here who want a rematch", () => {
  expect(wishOf({ seats, wants: [] }, 1)).toBeNull();
  expect(wishOf({ seats, wants: [{ seat: 0, want: "rematch" }] }, 1)).toBe("Ann wants a rematch, 1 of 3");
  expect(wishOf({ seats, wants: [{ seat: 1, want: "rematch" }] }, 1)).toBe("You want a rematch, 1 of 3");
  const two = [0, 2].map((seat) => ({ seat, want: "another" as const }));
  expect(wishOf({ seats, wants: two }, null)).toBe("Ann, Cleo want another game, 2 of 3");
});
it("tells how many want the rematch for which I wait", () => {
  const wants = [
    { seat: 0, want: "rematch" as const },
    { seat: 2, want: "another" as const },
  ];
  expect(rematchOf({ seats, wants }, 1)).toBeNull();
  expect(rematchOf({ seats, wants }, 2)).toBeNull();
  expect(rematchOf({ seats, wants }, null)).toBeNull();
  expect(rematchOf({ seats, wants }, 0)).toEqual({ n: 1, all: 3 });
  expect(rematchOf({ seats, wants: [...wants, { seat: 1, want: "rematch" }] }, 0)).toEqual({ n: 2, all: 3 });
});
it("is told in the bar of a desk and below that of a phone, and over the table of a phone that lies", () => {
  expect([barTellsWish(1280, 800), barTellsWish(390, 844), barTellsWish(844, 390)]).toEqual([true, true, false]);
});
