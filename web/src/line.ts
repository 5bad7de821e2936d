// The connection to a room, which resumes by itself: after a break it asks for the entries since the last one seen,
// and repeats unanswered commands under the same id, so that none has a second effect.
import type { Until } from "./table/until";
import type { FromPlayer, FromRoom, Room } from "./wire";

/** Codes with which a socket is closed for good: the device is signed out, it is not for this one, there is no room. */
export const [SIGNED_OUT, NOT_YOURS, NOT_HERE] = [4401, 4403, 4404];
export const FOR_GOOD: readonly number[] = [SIGNED_OUT, NOT_YOURS, NOT_HERE];
const LONGEST_WAIT = 8000;
/** Kept until they are answered; an emote or a hint that got lost is not worth saying twice. */
const KEPT = ["choose", "go", "turn_up", "undo"];
/** Of these, the ones that a room answers at once: after so long without an answer the connection is dead, though no
 * end of it has come. */
const PROMPT = ["choose", "turn_up", "undo"];
const PATIENCE = 8000;

type Command = Exclude<FromPlayer, { type: "hello" }>;

export interface Listener {
  heard: (message: FromRoom) => void;
  /** True while connected; after the connection is closed for good, its code. */
  stands: (is: boolean, forGood?: number) => void;
}

/** Closes a socket; a browser complains of one that is closed before it is open. */
export function end(socket: WebSocket): void {
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
}

export class Line {
  #socket: WebSocket | null = null;
  #seen: number | null = null;
  #tries = 0;
  #closed = false;
  #count = 0;
  #later: ReturnType<typeof setTimeout> | undefined;
  #unanswered = new Map<string, Command>();
  #impatient: ReturnType<typeof setTimeout> | undefined;
  #listener: Listener | null = null;
  /** The seat that I look over; null: I see my own, or what every spectator sees. */
  over: number | null = null;
  /** What came before anybody listened. */
  #early: ((listener: Listener) => void)[] = [];
  /** The room, as the first message tells it; null as soon as there is none to come. */
  readonly tells: Promise<Room | null>;
  #first: (room: Room | null) => void = () => {};

  constructor(
    readonly url: string,
    readonly language: string,
  ) {
    this.tells = new Promise((told) => (this.#first = told));
    this.#connect();
  }

  /** Passes on all that has come and will come. */
  listen(listener: Listener): void {
    this.#listener = listener;
    for (const say of this.#early.splice(0)) say(listener);
  }

  /** Sends a command about the entry seen last. */
  send(
    type: Command["type"],
    more: { choice?: string; emote?: string; told?: number; bot?: boolean; text?: string; until?: Until } = {},
  ): void {
    const id = `${Date.now().toString(36)}-${++this.#count}`;
    const command = { type, id, seq: this.#seen, ...more } as Command;
    if (KEPT.includes(type)) this.#unanswered.set(id, command);
    this.#put(command);
    this.#waits();
  }

  /** Asks for the whole table: after sitting down or standing up, it is another one. */
  again(): void {
    this.#seen = null;
    this.#put({ type: "hello", language: this.language, parts: true, over: this.over ?? undefined });
  }

  /** Looks over a seat, or over none. */
  look(over: number | null): void {
    this.over = over;
    this.again();
  }

  /** Says who is there: a bot that stood in gives the seat back. */
  back(): void {
    const after = this.#seen ?? undefined;
    this.#put({ type: "hello", after, language: this.language, parts: true, over: this.over ?? undefined });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#later);
    clearTimeout(this.#impatient);
    if (this.#socket) end(this.#socket);
  }

  /** Tries at once, when there is reason to hope. */
  hurry(): void {
    if (this.#closed || this.#socket) return;
    clearTimeout(this.#later);
    this.#connect();
  }

  /** The device has lost its network: nothing more comes on this connection. */
  breaks(): void {
    const socket = this.#socket;
    if (this.#closed || !socket) return;
    this.#lost(socket);
    socket.onmessage = () => {};
    end(socket);
  }

  /** Gives the connection up where a command is not answered. */
  #waits(): void {
    clearTimeout(this.#impatient);
    if ([...this.#unanswered.values()].some((one) => PROMPT.includes(one.type)))
      this.#impatient = setTimeout(() => this.breaks(), PATIENCE);
  }

  /** The connection has ended: another one is tried soon. */
  #lost(socket: WebSocket, code = 0): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    if (this.#closed) return;
    this.#closed = FOR_GOOD.includes(code);
    const forGood = this.#closed ? code : undefined;
    clearTimeout(this.#impatient);
    this.#say((listener) => listener.stands(false, forGood));
    this.#first(null);
    if (!this.#closed)
      this.#later = setTimeout(() => this.#connect(), Math.min(LONGEST_WAIT, 250 * 2 ** this.#tries++));
  }

  #say(say: (listener: Listener) => void): void {
    if (this.#listener) say(this.#listener);
    else this.#early.push(say);
  }

  #put(message: FromPlayer): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect(): void {
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    this.#impatient = setTimeout(() => this.breaks(), PATIENCE);
    socket.onopen = () => {
      this.#say((listener) => listener.stands(true));
      this.back();
      for (const command of this.#unanswered.values()) this.#put(command);
      this.#waits();
    };
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(String(data)) as FromRoom);
    socket.onclose = ({ code }) => this.#lost(socket, code);
  }

  #hear(message: FromRoom): void {
    if (message.type === "table" || message.type === "step") {
      // A message from before the break that is repeated is not news.
      if (message.type === "step" && this.#seen !== null && message.seq <= this.#seen) return;
      this.#seen = message.seq;
    }
    if ((message.type === "ack" || message.type === "refused") && message.id !== null)
      this.#unanswered.delete(message.id);
    if (this.#unanswered.size === 0) this.#waits();
    this.#tries = 0;
    this.#say((listener) => {
      listener.stands(message.type !== "closing");
      listener.heard(message);
    });
    this.#first("room" in message ? message.room : null);
  }
}
