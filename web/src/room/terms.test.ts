import { expect, it } from "vitest";
import { ticking } from "./terms";

it("shows a running clock", () =>
  expect([0, 23.9, 600, 3599, 3725].map(ticking)).toEqual(["0:00", "0:23", "10:00", "59:59", "1:02:05"]));
