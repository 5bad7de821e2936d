import { expect, it, vi } from "vitest";
import { Looking } from "./looking.svelte";

it("tells about a card while it is pointed at, and a moment longer", () => {
  vi.useFakeTimers();
  const looking = new Looking();
  looking.look("bomb");
  looking.leave();
  vi.advanceTimersByTime(300);
  expect(looking.at).toBe("bomb");
  vi.advanceTimersByTime(200);
  expect(looking.at).toBeNull();
});

it("goes on to the next card without a gap", () => {
  vi.useFakeTimers();
  const looking = new Looking();
  looking.look("bomb");
  looking.leave();
  looking.look("PERU");
  vi.advanceTimersByTime(1000);
  expect(looking.at).toBe("PERU");
});
