import { expect, it, vi } from "vitest";
import type { MyRoom } from "../wire";
import { showBadge } from "./badge";

const room = (waits: boolean) => ({ waits }) as MyRoom;

it("the badge counts the games that wait for me", () => {
  const set = vi.fn(() => Promise.reject(new Error("not installed")));
  vi.stubGlobal("navigator", { setAppBadge: set });
  showBadge([room(true), room(false), room(true)]);
  showBadge([]);
  expect(set.mock.calls).toEqual([[2], [0]]);
  vi.stubGlobal("navigator", {});
  showBadge([room(true)]);
  vi.unstubAllGlobals();
});
