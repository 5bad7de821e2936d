import { expect, it } from "vitest";
import type { Part, View } from "../../wire";
import { effectOf } from "./champz";

const view = (state: Record<string, number>, teams?: number[][]) => ({ state, told: { teams } }) as unknown as View;
const blitz: Part = { verb: "blitz", cards: ["TD-RUN"], seat: 1 };

it("a Blitz says how many points I have after it: six for a touchdown", () =>
  expect(effectOf(blitz, view({ "points 0": 8, "points 1": 6 }), 0, ["You", "Bot 1"])).toMatch(
    /you take it from Bot 1 and go to 14\.$/,
  ));

it("a Blitz of a team says what both have together", () =>
  expect(
    effectOf(
      blitz,
      view({ "points 0": 8, "points 1": 6, "points 2": 3 }, [
        [0, 2],
        [1, 3],
      ]),
      0,
      ["You", "Bot 1", "Bot 2", "Bot 3"],
    ),
  ).toMatch(/you take it from Bot 1; 17 together\.$/));

it("a card that is used says what the server knows of it: End of Quarter only ends the turn of two players", () => {
  const use: Part = { verb: "use", cards: ["END-OF-QUARTER"], effect: "with two players it only ends your turn" };
  expect(effectOf(use, view({}), 0, ["You", "Bot 1"])).toMatch(/: with two players it only ends your turn\.$/);
});
