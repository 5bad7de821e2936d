import { beforeEach, expect, it, vi } from "vitest";
import type { Room } from "../wire";
import { NextGame } from "./nextGame";

const api = vi.hoisted(() => ({ want: vi.fn(), rematch: vi.fn() }));
vi.mock("../api", () => ({ api }));
const witness = vi.hoisted(() => ({ sit: vi.fn(), start: vi.fn() }));
vi.mock("../fair/witness", () => witness);
const assign = vi.fn();
vi.stubGlobal("location", { assign });

const table = { state: "over", room: "AAA-111", next: null as string | null };
let [me, company]: [number | null, boolean] = [0, false];
const after = () =>
  new NextGame({
    room: () => ({ ...table }) as Room,
    becomes: (room) => (table.next = room.next),
    me: () => me,
    company: () => company,
    told: async (work) => void (await work()),
  });

beforeEach(() => {
  vi.clearAllMocks();
  [me, company] = [0, false];
  Object.assign(table, { state: "over", next: null });
});

it("a wish waits until the record is closed", async () => {
  company = true;
  table.state = "playing";
  api.want.mockResolvedValue({ next: null });
  const next = after();
  await next.rematch();
  expect(api.want).not.toHaveBeenCalled();
  table.state = "over";
  next.roomChanged(false);
  expect(api.want.mock.calls).toEqual([["AAA-111", "rematch"]]);
});
it("the story is visited when the record is closed", async () => {
  table.state = "playing";
  const next = after();
  await next.visit("/r/AAA-111/story");
  expect(assign).not.toHaveBeenCalled();
  table.state = "over";
  next.roomChanged(false);
  expect(assign.mock.calls).toEqual([["/r/AAA-111/story"]]);
});
it("alone a rematch begins at once, and another game is chosen at home", async () => {
  api.rematch.mockResolvedValue({ room: "BBB-222", url: "/r/BBB-222", state: "playing", seats: [] });
  await after().rematch();
  await after().another();
  expect(assign.mock.calls).toEqual([["/r/BBB-222"], ["/"]]);
});
it("a rematch against bots is dealt at once, though I sit elsewhere in it; one with another person waits for them", async () => {
  const next = { room: "BBB-222", url: "/r/BBB-222", state: "waiting" };
  const seats = [{ seat: 0, kind: "bot" }, { seat: 1, kind: "bot" }, { seat: 2, kind: "person" }]; // prettier-ignore
  api.rematch.mockResolvedValue({ ...next, seats });
  await after().rematch();
  expect([witness.sit.mock.calls, witness.start.mock.calls]).toEqual([[["BBB-222", {}]], [["BBB-222"]]]);
  api.rematch.mockResolvedValue({ ...next, seats: [{ seat: 0, kind: "person" }, seats[2]] });
  await after().rematch();
  expect(witness.start).toHaveBeenCalledTimes(1);
});
it("whoever opens a rematch goes there once, when its cards are dealt", async () => {
  const next = after();
  api.rematch.mockImplementation(async () => {
    table.next = "BBB-222" as never;
    next.roomChanged(true);
    return { room: "BBB-222", url: "/r/BBB-222", state: "waiting", seats: [{ seat: 0, kind: "person" }] };
  });
  witness.start.mockImplementation(async () => void expect(assign).not.toHaveBeenCalled());
  await next.rematch();
  expect(assign.mock.calls).toEqual([["/r/BBB-222"]]);
});
it("with others here everybody goes on together once the next room is there", async () => {
  company = true;
  api.want.mockResolvedValueOnce({ next: null }).mockResolvedValueOnce({ next: "CCC-333" });
  await after().another();
  expect(assign).not.toHaveBeenCalled();
  await after().another();
  expect(assign.mock.calls).toEqual([["/r/CCC-333"]]);
});
it("a spectator follows only at the moment at which the next room is opened", () => {
  me = null;
  table.next = "CCC-333";
  after().roomChanged(false);
  expect(assign).not.toHaveBeenCalled();
  after().roomChanged(true);
  expect(assign.mock.calls).toEqual([["/r/CCC-333?watch"]]);
});
