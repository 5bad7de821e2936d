import { expect, it } from "vitest";
import { timing } from "./motion";

const time = (kinds: string[]) => kinds.reduce((sum, kind) => sum + timing(kind, true, 1, false).then, 0);
const FLIP = ["turn_up", "turn_up"];

it("a plain turn takes at most 0.9 s", () => expect(time([...FLIP, "shuffle", "win"])).toBeLessThanOrEqual(900));

it("a war of three down and one up takes not much more than 1.7 s until it is swept", () => {
  const war = [...FLIP, "war", ...Array<string>(6).fill("lay_face_down"), ...FLIP];
  expect(time(war)).toBeLessThanOrEqual(1810);
});

it("twice the speed is half the time, the last speed none", () => {
  expect(timing("deal", true, 2, false)).toEqual({ lasts: 110, then: 20 });
  expect(timing("war", false, Infinity, false)).toEqual({ lasts: 0, then: 0 });
});

it("at eight times only sweeps are seen", () => {
  expect([timing("turn_up", true, 8, false).lasts, timing("shuffle", true, 8, false).lasts]).toEqual([0, 60]);
});

it("reduced motion fades", () => expect(timing("shuffle", true, 1, true).lasts).toBe(120));
