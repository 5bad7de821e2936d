import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { listen } from "./listening";

class Socket {
  static readonly CONNECTING = 0;
  static made: Socket[] = [];
  readyState = 0;
  closed = false;
  onopen = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  onclose: (event: { code: number }) => void = () => {};
  constructor(readonly url: string) {
    Socket.made.push(this);
  }
  close() {
    this.closed = true;
  }
  open() {
    this.readyState = 1;
    this.onopen();
  }
}

const page = new EventTarget();
let heard: unknown[];
let stood: [boolean, boolean][];
let stop: () => void;
const last = () => Socket.made.at(-1)!;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("location", { origin: "https://here" });
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  Socket.made = [];
  [heard, stood] = [[], []];
  stop = listen("/api/me/live", {
    heard: (message) => heard.push(message),
    stands: (is, forGood) => stood.push([is, forGood]),
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("passes on what the server says", () => {
  expect(last().url).toBe("wss://here/api/me/live");
  last().open();
  last().onmessage({ data: '{"type":"place"}' });
  expect([heard, stood]).toEqual([[{ type: "place" }], [[true, false]]]);
});
it("connects again after a break, later each time, and at once when the network is back", () => {
  last().open();
  last().onclose({ code: 1006 });
  expect(stood.at(-1)).toEqual([false, false]);
  vi.advanceTimersByTime(249);
  expect(Socket.made).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(Socket.made).toHaveLength(2);
  last().onclose({ code: 1006 });
  vi.advanceTimersByTime(499);
  expect(Socket.made).toHaveLength(2);
  page.dispatchEvent(new Event("online"));
  expect(Socket.made).toHaveLength(3);
  vi.advanceTimersByTime(10_000);
  expect(Socket.made).toHaveLength(3);
});
it("does not wait for the end of a connection when the network is lost", () => {
  const first = last();
  first.open();
  page.dispatchEvent(new Event("offline"));
  expect([first.closed, stood.at(-1)]).toEqual([true, [false, false]]);
  first.onmessage({ data: '{"type":"late"}' });
  expect(heard).toEqual([]);
});
it("does not connect again after it was closed for good, or stopped", () => {
  last().open();
  last().onclose({ code: 4401 });
  expect(stood.at(-1)).toEqual([false, true]);
  page.dispatchEvent(new Event("focus"));
  vi.advanceTimersByTime(60_000);
  expect(Socket.made).toHaveLength(1);
  stop();
  expect(Socket.made).toHaveLength(1);
});
