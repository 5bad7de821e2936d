// From the end of a game to the next one: a rematch, another game, and the way there together with the others.
import { api } from "../api";
import type { Room } from "../wire";

/** The table at which a game is over. */
interface Finished {
  room: () => Room;
  /** The room's answer to a wish. */
  becomes: (room: Room) => void;
  /** My seat; null for a spectator. */
  me: () => number | null;
  /** True if another person is here to be asked. */
  company: () => boolean;
  /** Does some work and tells an error where the table tells its errors. */
  told: (work: () => Promise<unknown>) => Promise<void>;
}

export class NextGame {
  /** The wish that waits while the record is still being closed. */
  #wanted: (() => Promise<void>) | null = null;
  /** I open the next room: I go there once its cards are dealt. */
  #opens = false;

  constructor(readonly table: Finished) {}

  /** The room has changed; `opened`: a next room has been opened this moment, so spectators go on with the players. */
  roomChanged(opened: boolean): void {
    if (this.#wanted) void this.#wanted();
    else if (!this.#opens && this.table.room().state === "over" && (this.table.me() !== null || opened)) this.#follow();
  }

  /** Another game: with the people here, or from home. */
  readonly another = async (): Promise<void> => {
    const { table } = this;
    if (table.me() === null || !table.company()) return location.assign("/");
    if (this.#waits(this.another)) return;
    await table.told(() => this.#asks("another"));
  };

  /** A page that is made from the record: the story, the day, the tournament. */
  readonly visit = async (url: string): Promise<void> => {
    if (!this.#waits(() => this.visit(url))) location.assign(url);
  };

  /** The rematch; if nobody else has to agree, it begins at once. */
  readonly rematch = async (): Promise<void> => {
    if (this.#waits(this.rematch)) return;
    await this.table.told(async () => {
      if (this.table.company()) return this.#asks("rematch");
      this.#opens = true;
      try {
        location.assign(await this.#opened());
      } finally {
        this.#opens = false;
      }
    });
  };

  /** Opens the room of the rematch, deals its cards if I am its only person, and tells where it is. */
  async #opened(): Promise<string> {
    const next = await api.rematch(this.table.room().room);
    // A rematch moves everybody by a seat: mine is the only one without a bot.
    if (next.state === "waiting" && next.seats.filter((one) => one.kind !== "bot").length === 1) {
      const { sit, start } = await import("../fair/witness");
      await sit(next.room, {});
      await start(next.room);
    }
    return next.url;
  }

  /** True if a wish has to wait until the record of this game is closed. */
  #waits(wish: () => Promise<void>): boolean {
    this.#wanted = this.table.room().state === "playing" ? wish : null;
    return this.#wanted !== null;
  }

  async #asks(wish: "another" | "rematch"): Promise<void> {
    this.table.becomes(await api.want(this.table.room().room, wish));
    this.#follow();
  }

  /** Everybody goes on together. */
  #follow(): void {
    const { next } = this.table.room();
    if (next !== null) location.assign(`/r/${next}${this.table.me() === null ? "?watch" : ""}`);
  }
}
