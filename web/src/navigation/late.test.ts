import { expect, it, vi } from "vitest";
import { late } from "./late";

it("loads a part as soon as the server is back", async () => {
  vi.useFakeTimers();
  const load = vi.fn(() => (load.mock.calls.length < 3 ? Promise.reject(new Error("away")) : Promise.resolve("part")));
  const loaded = late(load);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await loaded).toBe("part");
  expect(load).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
});
