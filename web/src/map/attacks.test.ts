import { expect, it } from "vitest";
import type { GameEvent } from "../wire";
import { lastAttack } from "./attacks";
import { loadMap } from "./map";

const roll = (origin: string, state: string, lost: number, destroyed: number) =>
  ({ kind: "attack", origin, state, lost, destroyed }) as unknown as GameEvent;

it("the last attack of a turn counts the losses of all its rolls, and none of another one's", async () => {
  const map = await loadMap("world");
  const [[a, b], [c, d]] = [map.borders[0]!, map.borders[9]!];
  const found = lastAttack(map, [roll(a, b, 2, 1), roll(c, d, 1, 1), roll(c, d, 0, 2)]);
  expect([found?.from, found?.to, found?.losses.get(c), found?.losses.get(d)]).toEqual([c, d, 1, 3]);
  const at = map.states.find((one) => one.name === d)!.label;
  expect(at[0]).toBeGreaterThan(found!.part.x);
  expect(at[0]).toBeLessThan(found!.part.x + found!.part.width);
});

it("a turn without an attack has none", async () => {
  const placed = { kind: "place", state: "india" } as unknown as GameEvent;
  expect(lastAttack(await loadMap("world"), [placed])).toBeNull();
});
