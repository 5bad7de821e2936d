import { expect, it } from "vitest";
import { syrian } from "./syrian";

it("a pile is taken by the next higher rank, from the ace up to the king", () => {
  const told = (top: string) => {
    const { key, values } = syrian.taken!.by(top, {});
    return [key, values.rank].join(" ");
  };
  expect(["AS", "9D", "TC", "JH"].map(told)).toEqual(["sy.takes 2", "sy.takes 10", "sy.takes J", "sy.takes Q"]);
  expect(["QD", "KC"].map(told)).toEqual(["sy.king ", "sy.never "]);
});
