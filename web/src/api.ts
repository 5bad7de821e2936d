// All that the page asks of the server, in one place. A refusal is thrown with its sentence.
import type { Fairness } from "./fair/fair";
import type { PlayedClause, Rulebook } from "./rules/book";
import type { GameInfo, Room, Step, TableMessage } from "./wire";

/** RFC 9457: what was wrong, and what would have been right. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    detail: string,
    readonly allowed: readonly string[] = [],
  ) {
    super(detail);
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(path, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (answer.status === 204) return undefined as T;
  const data: unknown = await answer.json().catch(() => null);
  if (answer.ok) return data as T;
  const { title = answer.statusText, detail, allowed } = (data ?? {}) as { title?: string; detail?: string; allowed?: string[] };
  throw new Refusal(answer.status, detail ?? title, allowed);
}

export interface NewRoom {
  game: string;
  preset?: string;
  options?: Record<string, unknown>;
  seats?: number;
  bots?: Record<string, string>;
  clock?: { choice: number };
  pace?: number;
  listed?: boolean;
  watch?: "anybody" | "nobody";
}

export const api = {
  guest: (name?: string) => call<{ player: string; name: string }>("POST", "/api/guest", { name }),
  me: () => call<{ player: string; name: string }>("GET", "/api/me"),
  games: () => call<GameInfo[]>("GET", "/api/games"),
  rulebook: (game: string) => call<Rulebook>("GET", `/api/rules/${game}`),
  fairness: (room: string) => call<Fairness>("GET", `/api/rooms/${room}/fairness`),
  clause: (game: string, id: string) => call<PlayedClause>("GET", `/api/rules/${game}/${id}`),
  myRooms: () => call<Room[]>("GET", "/api/me/rooms"),
  open: (room: NewRoom) => call<{ room: string; url: string; seat: number }>("POST", "/api/rooms", room),
  room: (room: string) => call<Room>("GET", `/api/rooms/${room}`),
  join: (room: string, wish: { seat?: number; name?: string; colour?: string; part?: string }) => call<Room>("POST", `/api/rooms/${room}/join`, wish),
  seatBot: (room: string, seat: number, bot: string | null) => call<Room>("POST", `/api/rooms/${room}/seats/${seat}`, { bot }),
  start: (room: string) => call<Room>("POST", `/api/rooms/${room}/start`),
  leave: (room: string) => call<Room>("POST", `/api/rooms/${room}/leave`),
  rematch: (room: string) => call<{ room: string; url: string }>("POST", `/api/rooms/${room}/rematch`),
};

export type FromRoom =
  | TableMessage
  | (Step & { type: "step" })
  | { type: "ack"; id: string; seq: number | null }
  | { type: "refused"; id: string; reason: string; seq: number; choices?: string[] }
  | { type: "room"; room: Room }
  | { type: "emote"; seat: number; emote: string }
  | { type: "hint"; choice: string; why: string }
  | { type: "over"; result: unknown; secret: string; record: string };

/** A line to a room that finds its way back: after a break it asks for what came since the entry it has seen last. */
export class Line {
  #socket: WebSocket | null = null;
  #seen: number | null = null;
  #tries = 0;
  #closed = false;
  #count = 0;
  #unanswered = new Map<string, Record<string, unknown>>();

  constructor(
    readonly room: string,
    readonly heard: (message: FromRoom) => void,
    readonly connected: (is: boolean) => void,
  ) {
    this.#connect();
  }

  /** Sends a command; after a break the same id goes out again, and has no second effect. */
  send(type: "choose" | "go" | "undo" | "emote" | "hint", more: Record<string, unknown> = {}): void {
    const id = `${Date.now().toString(36)}-${++this.#count}`;
    const command = { type, id, seq: this.#seen, ...more };
    this.#unanswered.set(id, command);
    this.#put(command);
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }

  #put(message: Record<string, unknown>): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect(): void {
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/rooms/${this.room}/live`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      this.connected(true);
      this.#put({ type: "hello", after: this.#seen });
      for (const command of this.#unanswered.values()) this.#put(command);
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as FromRoom;
      if (message.type === "table" || message.type === "step") this.#seen = message.seq;
      if (message.type === "ack" || message.type === "refused") this.#unanswered.delete(message.id);
      this.heard(message);
    };
    socket.onclose = () => {
      if (this.#closed) return;
      this.connected(false);
      setTimeout(() => this.#connect(), Math.min(8000, 250 * 2 ** this.#tries++));
    };
  }
}
