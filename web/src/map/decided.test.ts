import { expect, it } from "vitest";
import { decision } from "./decided";

/** A chain of five states a-b-c-d-e, and two borders more: a to c, and a to d. */
const MAP = {
  states: ["a", "b", "c", "d", "e"].map((name) => ({ name })) as never[],
  borders: [
    ["a", "b"],
    ["b", "c"],
    ["c", "d"],
    ["d", "e"],
    ["a", "c"],
    ["a", "d"],
  ] as [string, string][],
};
/** By its borders each state is worth: a 3, b 2, c 3, d 3, e 1. */
const OWNERS = { a: 0, b: 0, c: 1, d: 1, e: 0 };

it("is the winner's state of the fewest points with which another would have won", () =>
  // 6 to 6 would go by tanks; e turns it into 5 to 7.
  expect(decision(MAP, OWNERS, [6, 6], 0, [])).toEqual({ state: "e", seat: 1, points: [7, 5] }));
it("passes over a state that would only have made them equal", () =>
  // 7 to 5: e would make it 6 to 6, b makes it 5 to 7.
  expect(decision(MAP, OWNERS, [7, 5], 0, [])).toEqual({ state: "b", seat: 1, points: [7, 5] }));
it("is the one conquered last among states of equal worth", () => {
  const owners = { a: 0, b: 1, c: 0, d: 0, e: 1 };
  expect(decision(MAP, owners, [9, 4], 0, ["a", "d", "c"])?.state).toBe("c");
  expect(decision(MAP, owners, [9, 4], 0, ["c", "d", "a", "b"])?.state).toBe("a");
});
it("is none where no single state would have been enough, or where nobody else is left", () => {
  expect(decision(MAP, OWNERS, [9, 2], 0, [])).toBeNull();
  expect(decision(MAP, { a: 0, b: 0, c: 0, d: 0, e: 0 }, [2, 1], 0, [])).toBeNull();
});
it("gives nothing to a player who would still stand behind a third", () =>
  expect(decision(MAP, { a: 0, b: 0, c: 1, d: 2, e: 0 }, [6, 1, 5], 0, [])).toEqual({
    state: "e",
    seat: 2,
    points: [6, 5],
  }));
