// The connection to a room, which resumes by itself: after a break it asks for the entries since the last one seen,
// and repeats unanswered commands under the same id, so that none has a second effect.
import { Connection } from "./connection";
import type { Until } from "./table/until";
import type { FromPlayer, FromRoom, Room } from "./wire";

/** Kept until they are answered; an emote or a hint that got lost is not worth saying twice. */
const KEPT = ["choose", "go", "turn_up", "undo"];
/** Of these, the ones that a room answers at once: after so long without an answer the connection is dead, though no
 * end of it has come. */
const PROMPT = ["choose", "turn_up", "undo"];
const PATIENCE = 8000;

type Command = Exclude<FromPlayer, { type: "hello" | "seen" }>;

export interface Listener {
  heard: (message: FromRoom) => void;
  /** True while connected; after the connection is closed for good, its code. */
  stands: (is: boolean, forGood?: number) => void;
}

/** The line to a room of this server. */
export const lineTo = (room: string, language: string, seen: number | null = null): Line =>
  new Line(`${location.origin.replace("http", "ws")}/api/rooms/${room}/live`, language, seen);

export class Line {
  #seen: number | null = null;
  #count = 0;
  #unanswered = new Map<string, Command>();
  #impatient: ReturnType<typeof setTimeout> | undefined;
  #listener: Listener | null = null;
  /** The seat that I look over; null: I see my own, or what every spectator sees. */
  over: number | null = null;
  /** What came before anybody listened. */
  #early: ((listener: Listener) => void)[] = [];
  /** The room, as the first message tells it; null as soon as there is none to come. */
  readonly tells: Promise<Room | null>;
  readonly #connection: Connection<FromRoom, FromPlayer>;
  #first: (room: Room | null) => void = () => {};

  /** `seen`: the last entry of the log that is known already. */
  constructor(
    url: string,
    readonly language: string,
    seen: number | null = null,
  ) {
    this.#seen = seen;
    this.tells = new Promise((told) => (this.#first = told));
    this.#connection = new Connection<FromRoom, FromPlayer>(
      url,
      { opened: () => this.#opened(), heard: (message) => this.#hear(message), lost: (code) => this.#lost(code) },
      PATIENCE,
    );
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
    this.#connection.send(command);
    this.#waits();
  }

  /** Says that the card of the entry seen last shows its face; nothing answers. */
  shows(): void {
    if (this.#seen !== null) this.#connection.send({ type: "seen", seq: this.#seen });
  }

  /** Asks for the whole table: after sitting down or standing up, it is another one. */
  again(): void {
    this.#seen = null;
    this.#connection.send({ type: "hello", language: this.language, parts: true, over: this.over ?? undefined });
  }

  /** Looks over a seat, or over none. */
  look(over: number | null): void {
    this.over = over;
    this.again();
  }

  /** Says who is there: a bot that stood in gives the seat back. */
  back(): void {
    const after = this.#seen ?? undefined;
    this.#connection.send({ type: "hello", after, language: this.language, parts: true, over: this.over ?? undefined });
  }

  close(): void {
    clearTimeout(this.#impatient);
    this.#connection.close();
  }

  /** Tries at once, when there is reason to hope. */
  hurry(): void {
    this.#connection.hurry();
  }

  /** The device has lost its network: nothing more comes on this connection. */
  breaks(): void {
    this.#connection.breaks();
  }

  /** Gives the connection up where a command is not answered. */
  #waits(): void {
    clearTimeout(this.#impatient);
    if ([...this.#unanswered.values()].some((one) => PROMPT.includes(one.type)))
      this.#impatient = setTimeout(() => this.breaks(), PATIENCE);
  }

  #opened(): void {
    this.#say((listener) => listener.stands(true));
    this.back();
    for (const command of this.#unanswered.values()) this.#connection.send(command);
    this.#waits();
  }

  #lost(forGood?: number): void {
    clearTimeout(this.#impatient);
    this.#say((listener) => listener.stands(false, forGood));
    this.#first(null);
  }

  #say(say: (listener: Listener) => void): void {
    if (this.#listener) say(this.#listener);
    else this.#early.push(say);
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
    this.#say((listener) => {
      listener.stands(message.type !== "closing");
      listener.heard(message);
    });
    this.#first("room" in message ? message.room : null);
  }
}
