import { expect, it } from "vitest";
import { sentenceParts } from "./sentence";

const cards = (text: string) => sentenceParts(text).flatMap(({ code }) => code ?? []);

it("cards stand in a sentence by letters, by drawn suits, and by the codes of a pack of its own", () => {
  expect(cards("Ann plays TD and 10♥, then JK1 and TD-RUN.")).toEqual(["TD", "TH", "JK1", "TD-RUN"]);
});

it("a touchdown in words is no ten of diamonds", () => {
  expect(cards("Offensive, 38: Rushing TD 6, Passing TD 6, Hail Mary 2.")).toEqual([]);
});

it("the mark after a card stays on its line", () => {
  expect(sentenceParts("You draw 7C.").map(({ text, code }) => [text, code])).toEqual([
    ["You draw ", null],
    [".", "7C"],
    ["", null],
  ]);
});
