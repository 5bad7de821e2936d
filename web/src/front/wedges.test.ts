import { expect, it } from "vitest";
import { opened, rises, wedge } from "./wedges";

it("a war of a fifth of the cards is fought for a tenth on either side", () =>
  expect(opened([0.5, 0.5, 0.6], [0, 0, 0.2])).toEqual([null, null, { won: 0.4, lost: 0.6 }]));
it("a course rises to what a war could have won", () =>
  expect(rises([0.5, 0.4, 0.3, 0.2], [0, 0, 0.5, 0])).toEqual([0.5, 0.4, 0.15000000000000002, 0.2]));
it("nothing opens before the first turn", () => expect(opened([0.5], [0.2])).toEqual([null]));
it("a wedge stands between two turns, from the result of winning to that of losing", () =>
  expect(wedge({ x: 10, y: 50 }, { x: 20, y: 60 }, { won: 0.4, lost: 0.6 }, 0, 100)).toBe(
    "M10.0 50.0L15.0 40.0L20.0 60.0L15.0 60.0Z",
  ));
it("a wedge of a long game is as wide as its black needs to be seen", () =>
  expect(wedge({ x: 10, y: 50 }, { x: 12, y: 60 }, { won: 0.4, lost: 0.6 }, 0, 100, 8)).toBe(
    "M7.0 50.0L11.0 40.0L15.0 60.0L11.0 60.0Z",
  ));
it("a wedge stays within the field", () =>
  expect(wedge({ x: 0, y: 5 }, { x: 10, y: 0 }, { won: -0.1, lost: 0.2 }, 0, 100)).toBe(
    "M0.0 5.0L5.0 0.0L10.0 0.0L5.0 20.0Z",
  ));
it("a wedge of a game of two turns stands on its line, and leaves the rest of the way free", () =>
  expect(wedge({ x: 0, y: 50 }, { x: 288, y: 90 }, { won: 0.4, lost: 0.9 }, 0, 100)).toBe(
    "M108.0 65.0L144.0 40.0L180.0 75.0L144.0 90.0Z",
  ));
