import { expect, it, vi } from "vitest";
import type { Speed } from "../film/timings";
import { pace } from "./pace";

const kept = vi.hoisted(() => new Map<string, unknown>());
vi.mock("../settings.svelte", () => ({ set: (name: string, value: unknown) => kept.set(name, value) }));

it("the speed that is chosen at a table is that of the next one", () => {
  const director = { speed: 1 as Speed };
  pace(director, 8);
  expect([director.speed, kept.get("speed")]).toEqual([8, 8]);
});
