// Looking up a card: a mouse or the focus rests on it, a finger holds it, or it is pressed though it can't be played.
import type { Attachment } from "svelte/attachments";
import { api } from "../api";
import { isOwn } from "./choices";
import type { RoomData } from "./roomData";

/** So long a mouse rests on a card, and a finger holds it, until it is looked up; and so far a finger may slip. */
const [RESTS_MS, HELD_MS, SLIP] = [350, 450, 8];

export class Lookup {
  /** The card that is looked up: its slot and its code. */
  seen = $state.raw<{ id: number; code: string } | null>(null);
  /** What cards that are no playing cards do under the rules of this table. */
  effects = $state.raw<Readonly<Record<string, string>>>({});
  #asked = false;

  constructor(
    readonly rules: () => RoomData["rules"] | null,
    readonly seats: () => number,
  ) {}

  look(id: number, code: string): void {
    this.seen = { id, code };
    const rules = this.rules();
    if (this.#asked || !rules || !isOwn(code)) return;
    this.#asked = true;
    const { info, preset, options } = rules;
    api
      .wholeRules({ game: info.game, preset, options: { ...options }, seats: this.seats() })
      .then(({ summary }) => (this.effects = summary?.cards ?? {}))
      .catch(() => (this.#asked = false));
  }

  away(id: number): void {
    if (this.seen?.id === id) this.seen = null;
  }

  /** The element of a card looks it up; where nothing else is done with it, a press is enough. */
  at(id: number, code: string | null, pressed = false): Attachment<HTMLElement> {
    return (node) => {
      if (code === null) return;
      const listening = new AbortController();
      let timer: ReturnType<typeof setTimeout> | undefined;
      let held: { x: number; y: number } | null = null;
      /** A finger has looked the card up: the click that follows means nothing. */
      let looked = false;
      const stop = () => {
        clearTimeout(timer);
        held = null;
      };
      const after = (time: number) => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          looked = held !== null;
          this.look(id, code);
        }, time);
      };
      const on = <K extends keyof HTMLElementEventMap>(name: K, does: (event: HTMLElementEventMap[K]) => void) =>
        node.addEventListener(name, does, { signal: listening.signal, capture: name === "click" });
      on("pointerenter", (event) => event.pointerType === "mouse" && after(RESTS_MS));
      on("pointerleave", (event) => {
        stop();
        if (event.pointerType === "mouse") this.away(id);
      });
      on("pointerdown", ({ pointerType, clientX, clientY }) => {
        stop();
        looked = false;
        if (pointerType === "mouse") return;
        held = { x: clientX, y: clientY };
        after(HELD_MS);
      });
      on("pointermove", ({ clientX, clientY }) => {
        if (held && Math.hypot(clientX - held.x, clientY - held.y) > SLIP) stop();
      });
      on("pointerup", stop);
      on("pointercancel", stop);
      on("contextmenu", (event) => held && event.preventDefault());
      on("focus", () => node.matches(":focus-visible") && this.look(id, code));
      on("blur", () => this.away(id));
      on("click", (event) => {
        if (!looked && !pressed) return;
        if (!looked) this.look(id, code);
        looked = false;
        event.stopImmediatePropagation();
        event.preventDefault();
      });
      return () => {
        stop();
        listening.abort();
      };
    };
  }
}
