import { expect, it } from "vitest";
import type { Question } from "../wire";
import { barredBy } from "./barred";

const question = {
  barred: [
    { text: "One tank must stay.", clause: "BW-025", places: ["peru"] },
    { text: "It borders none of your states.", clause: "BW-022", places: ["japan"] },
    { text: "Attacks go only to a neighbouring state.", clause: "BW-022", places: [">japan", ">brazil"] },
  ],
} as unknown as Question;

it("a state that is pressed first has a reason of its own", () => {
  expect(barredBy(question, "peru", null)).toBe("One tank must stay.");
  expect(barredBy(question, "japan", null)).toBe("It borders none of your states.");
});
it("after another state the reason is that it is no target, if that is one", () => {
  expect(barredBy(question, "japan", "brazil")).toBe("Attacks go only to a neighbouring state.");
  expect(barredBy(question, "peru", "brazil")).toBe("One tank must stay.");
});
it("a state that may be pressed has none, nor one of a question without reasons", () => {
  expect(barredBy(question, "congo", null)).toBeNull();
  expect(barredBy({} as Question, "peru", null)).toBeNull();
});
