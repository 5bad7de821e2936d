// What comes after a game while I read its story: the rematch, with the people who are at its table or read it too.
import { reasonOf } from "../api";
import type { Line } from "../line";
import { busy } from "../navigation/busy";
import { NextGame } from "../pages/nextGame";
import { rematchOf, wishOf } from "../room/wish";
import type { FromRoom, Room } from "../wire";

/** True if another person has played: they are told what I want next, and I what they want. */
export const hasCompany = (room: Pick<Room, "seats">, me: number | null): boolean =>
  me !== null && room.seats.some((one) => one.kind === "person" && one.seat !== me);

export class Afterwards {
  room: Room = $state.raw()!;
  /** The reason why a wish was refused. */
  refused = $state<string | null>(null);
  readonly #next: NextGame;

  /** `line`: to the room, which others hear from; null where nobody else has played. */
  constructor(
    found: Room,
    readonly me: number,
    readonly line: Pick<Line, "listen" | "tells" | "close"> | null,
  ) {
    this.room = found;
    this.#next = new NextGame({
      room: () => this.room,
      becomes: (room) => (this.room = room),
      me: () => this.me,
      company: () =>
        this.room.seats.some((one) => one.kind === "person" && one.seat !== me && !one.stand_in && one.here),
      told: (work) => this.#told(work),
    });
    line?.listen({ heard: (message) => this.#hear(message), stands: () => {} });
  }

  /** What the others or I want next, in a sentence; null once the next game has been opened. */
  readonly wish = $derived.by(() => (this.room.next === null ? wishOf(this.room, this.me) : null));
  /** How many want the rematch, once I do. */
  readonly waits = $derived.by(() => (this.room.next === null ? rematchOf(this.room, this.me) : null));

  readonly rematch = async (): Promise<void> => {
    await this.line?.tells; // who is here
    await this.#next.rematch();
  };

  close(): void {
    this.line?.close();
  }

  #hear(message: FromRoom): void {
    if (message.type !== "room" && message.type !== "table") return;
    /** The next room has been opened this moment; the story of an old game is read in peace. */
    const opened = this.room.next === null && message.room.next !== null;
    this.room = message.room;
    if (opened) this.#next.roomChanged(true);
  }

  async #told(work: () => Promise<unknown>): Promise<void> {
    this.refused = null;
    try {
      await busy(work());
    } catch (error) {
      this.refused = reasonOf(error);
    }
  }
}
