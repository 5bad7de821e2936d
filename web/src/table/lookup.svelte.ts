// Looking up a card: a mouse or the focus rests on it, a finger holds it, or it is pressed though it can't be played.
import type { Attachment } from "svelte/attachments";
import { api } from "../api";
import { isOwn } from "./choices";
import type { RoomData } from "./roomData";

/** So long a mouse rests on a card, and a finger holds it, until it is looked up; and so far a finger may slip. */
const [RESTS_MS, HELD_MS, SLIP] = [350, 450, 8];
/** So long a note stays when the mouse has left its card: it may be on its way to a link in the note. */
const LEAVES_MS = 250;
/** The class of the note. */
export const NOTE = "card-note";

export class Lookup {
  /** The card that is looked up: its slot, its code, and a note about it. */
  seen = $state.raw<{ id: number; code: string; note: string } | null>(null);
  /** What cards that are no playing cards do under the rules of this table. */
  effects = $state.raw<Readonly<Record<string, string>>>({});
  #asked = false;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly rules: () => RoomData["rules"] | null,
    readonly seats: () => number,
  ) {}

  look(id: number, code: string, note = ""): void {
    this.stay();
    this.seen = { id, code, note };
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

  /** The mouse has left a card or its note: it may be on its way to the other. */
  leave(id: number): void {
    this.stay();
    this.#leaving = setTimeout(() => this.away(id), LEAVES_MS);
  }

  /** The mouse is on the note of the card. */
  stay(): void {
    clearTimeout(this.#leaving);
  }

  /** The element of a card looks it up, with a note about it; where nothing else is done with it, a press is enough. */
  at(id: number, code: string | null, pressed = false, note = ""): Attachment<HTMLElement> {
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
          this.look(id, code, note);
        }, time);
      };
      const on = <K extends keyof HTMLElementEventMap>(name: K, does: (event: HTMLElementEventMap[K]) => void) =>
        node.addEventListener(name, does, { signal: listening.signal, capture: name === "click" });
      on("pointerenter", (event) => event.pointerType === "mouse" && after(RESTS_MS));
      on("pointerleave", (event) => {
        stop();
        if (event.pointerType === "mouse") this.leave(id);
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
      on("focus", () => node.matches(":focus-visible") && this.look(id, code, note));
      on("blur", ({ relatedTarget: to }) => {
        if (!(to instanceof Element && to.closest(`.${NOTE}`))) this.away(id);
      });
      on("click", (event) => {
        if (!looked && !pressed) return;
        if (!looked) this.look(id, code, note);
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
