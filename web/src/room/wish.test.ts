import { expect, it } from "vitest";
import { wishOf } from "./wish";

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
