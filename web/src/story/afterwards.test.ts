import { beforeEach, expect, it, vi } from "vitest";
import type { Listener } from "../line";
import type { Room } from "../wire";
import { Afterwards, hasCompany } from "./afterwards.svelte";

const api = vi.hoisted(() => ({ want: vi.fn(), rematch: vi.fn() }));
vi.mock("../api", () => ({ api, reasonOf: String }));
vi.mock("../navigation/busy", () => ({ busy: (work: unknown) => work }));
const witness = vi.hoisted(() => ({ sit: vi.fn(), start: vi.fn() }));
vi.mock("../fair/witness", () => witness);
const assign = vi.fn();
vi.stubGlobal("location", { assign });
beforeEach(() => vi.clearAllMocks());

const person = (seat: number, name: string, here = true) => ({ seat, kind: "person", name, here });
const bot = { seat: 2, kind: "bot", name: "Bot 2", here: true };
const room = (more: object = {}, ben = person(1, "Ben")) =>
  ({
    room: "AAA-111",
    state: "over",
    wants: [],
    next: null,
    seats: [person(0, "Ann"), ben, bot],
    ...more,
  }) as unknown as Room;

/** A story that Ann reads, and what its line says. */
function reads(found: Room) {
  let listener: Listener | null = null;
  const line = { listen: (one: Listener) => (listener = one), tells: Promise.resolve(found), close: vi.fn() };
  const after = new Afterwards(found, 0, line);
  return { after, says: (room: Room) => listener!.heard({ type: "room", room, you: 0 } as never) };
}

it("a rematch is a vote while others are here, and all go to the new table when it opens", async () => {
  const { after, says } = reads(room());
  const asked = room({ wants: [{ seat: 0, want: "rematch" }] });
  api.want.mockResolvedValue(asked);
  await after.rematch();
  expect(api.want.mock.calls).toEqual([["AAA-111", "rematch"]]);
  expect([after.wish, after.waits]).toEqual(["You want a rematch, 1 of 2", { n: 1, all: 2 }]);
  expect([api.rematch.mock.calls, assign.mock.calls]).toEqual([[], []]);
  says({ ...asked, next: "BBB-222" });
  expect(assign.mock.calls).toEqual([["/r/BBB-222"]]);
});
it("says what another reader wants", () => {
  const { after, says } = reads(room());
  expect(after.wish).toBeNull();
  says(room({ wants: [{ seat: 1, want: "rematch" }] }));
  expect([after.wish, after.waits]).toEqual(["Ben wants a rematch, 1 of 2", null]);
});
it("nobody is led away from the story of a game that was played on long ago", () => {
  const { says } = reads(room({ next: "BBB-222" }));
  says(room({ next: "BBB-222" }, person(1, "Ben", false)));
  expect(assign).not.toHaveBeenCalled();
});
it("with nobody here it begins at once, and a refusal is told", async () => {
  const seats = [person(0, "Ann"), bot];
  const after = new Afterwards(room({ seats }), 0, null);
  api.rematch.mockRejectedValueOnce("Not now.");
  await after.rematch();
  expect(after.refused).toBe("Not now.");
  api.rematch.mockResolvedValue({ room: "CCC-333", url: "/r/CCC-333", state: "waiting", seats });
  await after.rematch();
  expect(after.refused).toBeNull();
  expect(witness.start.mock.calls).toEqual([["CCC-333"]]);
  expect(assign.mock.calls).toEqual([["/r/CCC-333"]]);
});
it("a line is needed only where another person has played", () => {
  expect(hasCompany(room(), 0)).toBe(true);
  expect(hasCompany(room(), null)).toBe(false);
  expect(hasCompany(room({ seats: [person(0, "Ann"), bot] }), 0)).toBe(false);
});

it("once the next game has been opened, an old story tells no wish", () => {
  const { after } = reads(room({ next: "BBB-222", wants: [{ seat: 0, want: "rematch" }] }, person(1, "Ben", false)));
  expect([after.wish, after.waits]).toEqual([null, null]);
});
