import { expect, it } from "vitest";
import { conquests } from "./conquests";

const attack = { kind: "attack", seat: 1, text: "Bot 1 attacks." };
const conquer = (state: string) => ({ kind: "conquer", seat: 1, state, text: `Bot 1 conquers ${state}! ` });
const names = ["You", "Bot 1"];

it("a turn with several conquests is told by all of them, not by the last", () => {
  const events = [attack, conquer("Peru"), attack, attack, conquer("Siberia")];
  expect(conquests(events, names, 0)).toBe("Bot 1 takes 2 states in 3 attacks.");
  expect(conquests(events, ["Ann", "You"], 1)).toBe("You take 2 states in 3 attacks.");
});
it("a single conquest is told by its own sentence", () =>
  expect(conquests([attack, conquer("Peru")], names, 0)).toBe("Bot 1 conquers Peru!"));
it("a turn without one has none", () => expect(conquests([attack], names, 0)).toBe(""));
