import { expect, it } from "vitest";
import { routeOf } from "./route";

const at = (path: string) => routeOf(new URL(path, "http://here"));

it("knows the page of an address", () => {
  expect(at("/")).toEqual({ page: "home" });
  expect(at("/mine/")).toEqual({ page: "mine" });
  expect(at("/r/kz7m3qx2ab?watch")).toEqual({ page: "room", room: "kz7m3qx2ab", looks: true });
  expect(at("/r/kz7m3qx2ab/story?turn=17")).toEqual({ page: "story", room: "kz7m3qx2ab", turn: 17 });
  expect(at("/r/kz7m3qx2ab/fairness")).toEqual({ page: "fairness", room: "kz7m3qx2ab" });
  expect(at("/link/KZ7M3QAB")).toEqual({ page: "link", code: "KZ7M3QAB" });
  expect(at("/people/p1")).toEqual({ page: "people", player: "p1" });
  expect(at("/find/war")).toEqual({ page: "find", game: "war" });
  expect(at("/tournaments")).toEqual({ page: "tournaments" });
  expect(at("/rulesets")).toEqual({ page: "rulesets" });
  expect(at("/rulesets/kz7m3qx2")).toEqual({ page: "ruleset", id: "kz7m3qx2" });
  expect(at("/t/kz7m3qx2")).toEqual({ page: "tournament", id: "kz7m3qx2" });
  expect(at("/ratings/war")).toEqual({ page: "ratings", game: "war" });
  const query = expect.any(URLSearchParams) as URLSearchParams;
  expect(at("/rules")).toEqual({ page: "rules", game: "", id: "", step: null, query });
  expect(at("/rules/war/W1-05?step=2")).toEqual({ page: "rules", game: "war", id: "W1-05", step: 2, query });
  expect(at("/lab/war?vary=face_down")).toMatchObject({ page: "lab", game: "war" });
  expect(at("/v/war?name=Ours")).toMatchObject({ page: "variant", game: "war" });
});

it.each([
  "/nowhere",
  "/mine/1",
  "/r",
  "/link",
  "/find",
  "/find/war/2",
  "/tournaments/1",
  "/t",
  "/rulesets/kz7m3qx2/file",
  "/r/kz7m3qx2ab/tale",
  "/rules/war/W1-05/more",
  "/lab/war/x",
  "/v",
  "/docs/",
  "/api/games",
])("leaves %s to the server", (path) => expect(at(path)).toBeNull());
