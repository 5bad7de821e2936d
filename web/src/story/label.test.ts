import { expect, it } from "vitest";
import { turnInShort } from "./label";

const names = ["You", "Ben"];
const play = { kind: "play", seat: 1, text: "Ben plays a Field Goal and stands at 22. " };
const reach = { kind: "reach", seat: 1, text: "22 points: you have one turn to bring Ben down." };
const take = { kind: "take", seat: 1, text: "Ben draws a card." };

it("a turn is called after its last sentence that is no echo of another one", () => {
  expect(turnInShort({ turn: 3, events: [take, play, reach] }, "lanes", names, 0)).toBe(play.text.trim());
  expect(turnInShort({ turn: 3, events: [take] }, "lanes", names, 0)).toBe(take.text);
  expect(turnInShort({ turn: 3, events: [] }, "lanes", names, 0)).toBe("");
});
it("a turn on a map is called after the cards that brought tanks, and its conquests", () => {
  const events = [
    { kind: "tris", seat: 1, text: "Ben gets 8 more tanks for the set." },
    { kind: "conquer", seat: 1, text: "Ben conquers Peru!" },
    { kind: "occupy", seat: 1, text: "Ben moves 3 tanks in." },
  ];
  expect(turnInShort({ turn: 3, events }, "map", names, 0)).toBe(
    "Ben gets 8 more tanks for the set. Ben conquers Peru!",
  );
  expect(turnInShort({ turn: 3, events }, "front", names, 0)).toBe("Ben moves 3 tanks in.");
});
