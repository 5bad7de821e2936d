// The messages of a room, and the people whom I have muted.
import type { Talked } from "../schema";

export interface Line extends Pick<Talked, "seat" | "name" | "text"> {
  /** Counts up from 0. */
  n: number;
}

/** So many of the last messages stay on the page. */
const KEPT = 50;

export class Talk {
  lines = $state.raw<readonly Line[]>([]);
  /** The names of the people whose messages and emotes I don't want to see. */
  muted = $state.raw<ReadonlySet<string>>(new Set());
  /** The number of the first message that I have not seen. */
  #unseen = $state(0);
  #n = 0;

  /** The messages that I have not seen. */
  get unread(): number {
    return this.read.filter((one) => one.n >= this.#unseen).length;
  }

  /** All but those of muted people. */
  get read(): readonly Line[] {
    return this.lines.filter((one) => !this.muted.has(one.name));
  }

  hears({ seat, name, text }: Pick<Talked, "seat" | "name" | "text">): void {
    this.lines = [...this.lines, { n: this.#n++, seat, name, text }].slice(-KEPT);
  }

  /** I have the messages before my eyes. */
  seen(): void {
    this.#unseen = this.#n;
  }

  /** Mutes a person, or hears them again. */
  mute(name: string): void {
    const muted = new Set(this.muted);
    if (!muted.delete(name)) muted.add(name);
    this.muted = muted;
  }
}
