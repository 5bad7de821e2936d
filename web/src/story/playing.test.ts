import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { everySoOften } from "./playing";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("the next turn waits for the film of this one, however long it is", () => {
  let runs = true;
  const goOn = vi.fn();
  const end = everySoOften(1300, () => runs, goOn);
  vi.advanceTimersByTime(20 * 1300);
  expect(goOn).not.toHaveBeenCalled();
  runs = false;
  vi.advanceTimersByTime(1300);
  expect(goOn).toHaveBeenCalledTimes(1);
  end();
  vi.advanceTimersByTime(5 * 1300);
  expect(goOn).toHaveBeenCalledTimes(1);
});
