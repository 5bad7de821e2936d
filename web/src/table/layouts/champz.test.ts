import { expect, it } from "vitest";
import { champz } from "./champz";

it("on a phone a raised card leaves the piles free", () => {
  const { "hand me": hand, stock, discard } = champz.phone.places;
  const [RISE, RING] = [8, 6];
  const top = hand!.y - 0.7 * hand!.w - RISE - RING;
  for (const pile of [stock!, discard!]) expect(pile.y + 0.7 * pile.w).toBeLessThan(top);
});
