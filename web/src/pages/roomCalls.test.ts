import { beforeEach, expect, it, vi } from "vitest";
import type { Room } from "../wire";

const witness = vi.hoisted(() => ({ sit: vi.fn() }));
vi.mock("../fair/witness", () => witness);
vi.mock("../settings.svelte", () => ({ set: vi.fn(), settings: { colour: "", second: "" } }));
const { RoomCalls } = await import("./roomCalls.svelte");

const waiting = { state: "waiting", grows: false, seats: [{ kind: "open" }], frozen: null } as unknown as Room;
const visitor = () =>
  new RoomCalls({
    code: "AAA-111",
    name: "Ann",
    line: { again: () => {} } as never,
    room: () => waiting,
    becomes: () => {},
    me: () => null,
    level: () => "random",
  });

beforeEach(() => vi.clearAllMocks());

it("a visitor sits down in a room that waits, once", async () => {
  const ann = visitor();
  await ann.arrive(waiting, false);
  await ann.arrive(waiting, false);
  expect(witness.sit).toHaveBeenCalledTimes(1);
});
it("nobody asks for a seat that is refused: once the header is frozen, or the cards are dealt", async () => {
  await visitor().arrive({ ...waiting, frozen: { header: "{}", waits: [0], left: 10 } }, false);
  await visitor().arrive({ ...waiting, state: "playing" }, false);
  expect(witness.sit).not.toHaveBeenCalled();
});
