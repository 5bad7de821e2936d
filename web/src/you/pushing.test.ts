import { expect, it } from "vitest";
import { minuteOf, timeOf } from "./pushing";

it("times of the day are minutes on the wire", () => {
  expect([minuteOf("22:05"), minuteOf("00:00")]).toEqual([1325, 0]);
  expect([timeOf(1325), timeOf(7)]).toEqual(["22:05", "00:07"]);
});
