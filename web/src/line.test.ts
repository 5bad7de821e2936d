import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Line } from "./line";
import type { FromRoom } from "./wire";

/** The other end: what was said to it, and what it says. */
class Socket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static made: Socket[] = [];
  readyState = 0;
  said: { type: string; id?: string; after?: number; seq?: number | null }[] = [];
  onopen = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  onclose: (event: { code: number; reason: string }) => void = () => {};
  constructor(readonly url: string) {
    Socket.made.push(this);
  }
  send(text: string) {
    this.said.push(JSON.parse(text));
  }
  closed = false;
  close() {
    this.closed = true;
  }
  open() {
    this.readyState = 1;
    this.onopen();
  }
  tell(message: object) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  cut(code = 1006) {
    this.readyState = 3;
    this.onclose({ code, reason: "why" });
  }
}

let heard: FromRoom[];
let stood: [boolean, number?][];
let line: Line;
const listener = {
  heard: (message: FromRoom) => heard.push(message),
  stands: (is: boolean, why?: number) => stood.push(why === undefined ? [is] : [is, why]),
};
const last = () => Socket.made.at(-1)!;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  Socket.made = [];
  heard = [];
  stood = [];
  line = new Line("ws://here/live", "it");
  line.listen(listener);
  last().open();
});
afterEach(() => {
  line.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const step = (seq: number) => ({ type: "step", seq, events: [] });

describe("a line to a room", () => {
  it("asks after a break for what came since, and says again under the same id what was not answered", () => {
    last().tell(step(7));
    line.send("choose", { choice: "knock" });
    line.send("go");
    const [choose, go] = last().said.slice(1);
    last().tell({ type: "ack", id: choose!.id, seq: 8 });
    last().cut();
    vi.advanceTimersByTime(250);
    last().open();
    expect(last().said).toEqual([{ type: "hello", after: 7, language: "it", parts: true }, go]);
  });

  it("gives a connection up on which a choice is not answered, and sends the choice again on the next one", () => {
    last().tell(step(7));
    line.send("choose", { choice: "knock" });
    const [, choose] = last().said;
    const dead = last();
    vi.advanceTimersByTime(7900);
    expect([Socket.made.length, dead.closed]).toEqual([1, false]);
    vi.advanceTimersByTime(400);
    expect([Socket.made.length, dead.closed]).toEqual([2, true]);
    expect(stood.at(-1)).toEqual([false]);
    dead.tell(step(8)); // too late: the next connection tells it
    expect(heard.length).toBe(1);
    last().open();
    expect(last().said).toEqual([{ type: "hello", after: 7, language: "it", parts: true }, choose]);
    last().tell({ type: "ack", id: choose!.id, seq: 8 });
    vi.advanceTimersByTime(60_000);
    expect(Socket.made.length).toBe(2);
  });

  it("waits for the others as long as they take, after saying that it is ready", () => {
    last().tell(step(7));
    line.send("go");
    vi.advanceTimersByTime(60_000);
    expect(Socket.made.length).toBe(1);
  });

  it("tries again where a connection does not come about, and as soon as the device has lost its network", () => {
    line.breaks();
    expect(stood.at(-1)).toEqual([false]);
    vi.advanceTimersByTime(250);
    expect(Socket.made.length).toBe(2);
    vi.advanceTimersByTime(8600);
    expect(Socket.made.length).toBe(3);
    line.close();
    line.breaks();
    vi.advanceTimersByTime(60_000);
    expect(Socket.made.length).toBe(3);
  });

  it("does not send again what was refused", () => {
    last().tell(step(7));
    line.send("choose", { choice: "knock" });
    last().tell({ type: "refused", id: last().said[1]!.id, reason: "stale" });
    last().cut();
    vi.advanceTimersByTime(250);
    last().open();
    expect(last().said.map((message) => message.type)).toEqual(["hello"]);
  });

  it("hears no entry twice", () => {
    for (const seq of [7, 8, 7, 8, 9]) last().tell(step(seq));
    expect(heard.map((message) => (message as { seq: number }).seq)).toEqual([7, 8, 9]);
  });

  it("says no emote and asks no hint again", () => {
    line.send("emote", { emote: "thanks" });
    line.send("hint");
    last().cut();
    vi.advanceTimersByTime(250);
    last().open();
    expect(last().said.map((message) => message.type)).toEqual(["hello"]);
  });

  it("tries ever more slowly, and at once when there is reason to hope", () => {
    last().cut();
    for (const wait of [250, 500, 1000]) {
      const before = Socket.made.length;
      vi.advanceTimersByTime(wait - 1);
      expect(Socket.made.length).toBe(before);
      vi.advanceTimersByTime(1);
      expect(Socket.made.length).toBe(before + 1);
      last().cut();
    }
    const before = Socket.made.length;
    line.hurry();
    expect(Socket.made.length).toBe(before + 1);
  });

  it("closes a socket that is still connecting once it is open, and says nothing to it", () => {
    const other = new Line("ws://here/live", "it");
    other.close();
    expect(last().closed).toBe(false);
    last().open();
    expect(last().closed).toBe(true);
    expect(last().said).toEqual([]);
  });

  it("does not come back where it is not wanted", () => {
    last().cut(4404);
    vi.advanceTimersByTime(60_000);
    expect([Socket.made.length, stood.at(-1)]).toEqual([1, [false, 4404]]);
  });

  it("keeps what comes before anybody listens, and says that it has come", async () => {
    const early = new Line("ws://here/live", "it");
    const socket = last();
    socket.open();
    socket.tell(step(1));
    await early.tells;
    expect(heard).toEqual([]);
    early.listen(listener);
    expect(heard).toMatchObject([{ seq: 1 }]);
    socket.tell(step(2));
    expect(heard).toMatchObject([{ seq: 1 }, { seq: 2 }]);
    early.close();
  });

  it("tells the room with its first message", async () => {
    const early = new Line("ws://here/live", "it");
    last().open();
    last().tell({ type: "table", room: { room: "R" } });
    expect(await early.tells).toEqual({ room: "R" });
    early.close();
  });

  it("is not waited for when it cannot be reached", async () => {
    const early = new Line("ws://here/live", "it");
    last().cut(4404);
    expect(await early.tells).toBeNull();
    stood = [];
    early.listen(listener);
    expect(stood).toEqual([[false, 4404]]);
  });
});
