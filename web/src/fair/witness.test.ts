// A false server, change by change: the browser notices before it plays, and keeps its part back if it must.
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "../api";
import type { FromRoom, Room } from "../wire";
import { partHash, textHash } from "./fair";
import { dealOf, keep } from "./deals";
import { attend, openWithPart, sit, start } from "./witness";

const [MINE, BENS, COMMITMENT] = ["aa", "bb", "cc".repeat(32)];
const hashes = [partHash(MINE), partHash(BENS)];
const chance = {
  commitment: COMMITMENT,
  contributions: null as string[] | null,
  part_hashes: hashes,
  source: "sealed",
};
const header = { chance, game: "war", names: ["Ann", "Ben"], options: { face_down: 1 } };
const text = (changes: object = {}, parts: string[] | null = null) =>
  JSON.stringify({ ...header, ...changes, chance: { ...chance, contributions: parts } });
const room = (frozen: string | null, more: object = {}) =>
  ({
    type: "room",
    room: {
      room: "R",
      state: "waiting",
      game: "war",
      options: { face_down: 1 },
      commitment: COMMITMENT,
      seats: ["Ann", "Ben"].map((name, seat) => ({ name, part_hash: hashes[seat] })),
      frozen: frozen && { header: frozen, waits: [0, 1], left: 10 },
      settled: null,
      ...more,
    } as unknown as Room,
  }) as FromRoom;
const step = { type: "step", view: { seat: 0 } } as FromRoom;
const sent: string[] = [];

function deals(dealt: string): void {
  vi.spyOn(api, "deal").mockResolvedValue({ header: dealt, settled: textHash(dealt) });
}

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  keep({ room: "R", commitment: COMMITMENT, part: MINE });
  sent.length = 0;
  vi.spyOn(api, "part").mockImplementation(async (_, part) => (sent.push(part), null as unknown as Room));
});

const said = async (...messages: FromRoom[]) => {
  let found = null;
  for (const message of messages) found = await attend("R", message);
  return found!.wrong;
};

it("my part is sent once the header stands, and a true deal is kept", async () => {
  expect(await said(room(null))).toBeNull();
  expect(sent).toEqual([]);
  expect(await said(room(text()))).toBeNull();
  expect(sent).toEqual([MINE]);
  const dealt = text({}, [MINE, BENS]);
  deals(dealt);
  expect(await said(step)).toBeNull();
  expect(dealOf("R")).toMatchObject({ settled: textHash(dealt), late: [] });
});

it.each([
  ["commitment", room(text(), { commitment: "dd".repeat(32) })],
  ["room", room(text({ names: ["Ann", "Eve"] }))],
  ["room", room(text({ options: { face_down: 3 } }))],
])("a header that is not the room's gets no part: %s", async (wrong, message) => {
  expect(await said(message)).toBe(wrong);
  expect(sent).toEqual([]);
});

it("a header that changes once it is frozen", async () => {
  const other = { seats: ["Ann", "Eve"].map((name, seat) => ({ name, part_hash: hashes[seat] })) };
  expect(await said(room(text()), room(text({ names: ["Ann", "Eve"] }), other))).toBe("frozen");
});

it.each([
  ["part", text({}, ["", BENS])],
  ["part", text({}, [BENS, BENS])],
  ["other", text({}, [MINE, MINE])],
  ["header", text({ names: ["Ann", "Eve"] }, [MINE, BENS])],
])("a deal from something else: %s", async (wrong, dealt) => {
  deals(dealt);
  expect(await said(room(text()), step)).toBe(wrong);
  expect(await said(step), "and it stays so").toBe(wrong);
});

it("a second deal", async () => {
  deals(text({}, [MINE, BENS]));
  expect(await said(room(text()), step, room(null, { state: "playing", settled: "ee" }))).toBe("again");
});

it("a part that did not come in time is told once", async () => {
  deals(text({}, [MINE, ""]));
  await said(room(text()));
  expect((await attend("R", step)).late).toEqual([1]);
  expect((await attend("R", step)).late).toEqual([]);
});

it("a room is opened with my part's hash; what it has promised is remembered, and the deal is checked at the table", async () => {
  const open = vi.spyOn(api, "open").mockResolvedValue({ room: "S", url: "/r/S", seat: 0, commitment: COMMITMENT });
  await openWithPart({ game: "war", sit: { name: "Ann" } });
  const { part, ...kept } = dealOf("S")!;
  expect(kept).toEqual({ room: "S", commitment: COMMITMENT });
  expect(open.mock.calls[0]![0].sit).toEqual({ name: "Ann", part_hash: partHash(part!) });

  const deal = vi.spyOn(api, "deal").mockClear();
  vi.spyOn(api, "start").mockResolvedValue((room(text()) as unknown as { room: Room }).room);
  await start("R");
  expect(sent).toEqual([MINE]);
  expect(deal).not.toHaveBeenCalled();
});

it("my part is sent when it is asked for before I know that I sit", async () => {
  keep({ room: "R", commitment: COMMITMENT });
  const seen = room(null) as { room: Room };
  vi.spyOn(api, "join").mockImplementation(async (_, wish) => {
    const asked = { ...chance, part_hashes: [wish.part_hash!, hashes[1]!] };
    const frozen = JSON.stringify({ ...header, chance: asked });
    const seats = ["Ann", "Ben"].map((name, seat) => ({ name, part_hash: asked.part_hashes[seat] }));
    await attend("R", room(frozen, { seats }));
    return { ...seen.room, seats } as Room;
  });
  await sit("R", {}, seen.room);
  expect(sent).toEqual([dealOf("R")!.part]);
});
it("who is not let in keeps no part, and checks no deal as a player", async () => {
  keep({ room: "R", commitment: COMMITMENT });
  vi.spyOn(api, "join").mockRejectedValue(new Error("All seats are taken."));
  await expect(sit("R", {}, (room(null) as { room: Room }).room)).rejects.toThrow("taken");
  expect(dealOf("R")!.part).toBeUndefined();
});
