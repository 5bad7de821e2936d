import { expect, it, vi } from "vitest";
import { tableBefore } from "./before";

const at = (index: number, ...paths: string[]) =>
  vi.stubGlobal("window", {
    navigation: stubbed({
      currentEntry: { index },
      entries: () => paths.map((path) => ({ url: `http://here${path}` })),
    }),
  });
function stubbed<T>(navigation: T): T {
  vi.stubGlobal("navigation", navigation);
  return navigation;
}

it("the table before the settings is the way back, and no other page is", () => {
  at(1, "/r/abc", "/settings");
  expect(tableBefore()).toBe("/r/abc");
  at(1, "/r/abc?watch", "/settings");
  expect(tableBefore()).toBe("/r/abc?watch");
  at(1, "/r/abc/story", "/settings");
  expect(tableBefore()).toBeNull();
  at(0, "/settings", "/r/abc");
  expect(tableBefore()).toBeNull();
  vi.stubGlobal("window", {}); // a browser without the Navigation API
  expect(tableBefore()).toBeNull();
  vi.unstubAllGlobals();
});
