import { expect, it } from "vitest";
import { teethPath, toothPath } from "./marks";

it("a triangle stands on the line and points up", () =>
  expect(toothPath("triangle", 10).d).toBe("M-10 0L0 -14.5L10 0Z"));
it("turned round it points down", () =>
  expect(teethPath("triangle", 10, [{ x: 5, y: 5, angle: 180 }])).toBe("M15 5L5 19.5L-5 5Z"));
it("many teeth are one path", () =>
  expect(
    teethPath("chevron", 2, [
      { x: 0, y: 0, angle: 0 },
      { x: 30, y: 0, angle: 0 },
    ]).match(/M/g),
  ).toHaveLength(2));
it("only chevrons and bars are drawn with a line", () => {
  const drawn = (["triangle", "half-disc", "square", "chevron", "bars", "ring"] as const).filter(
    (kind) => toothPath(kind, 5).line,
  );
  expect(drawn).toEqual(["chevron", "bars"]);
});
