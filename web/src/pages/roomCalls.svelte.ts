// The calls of a player at a room: a seat, its rules, its bots, its other players. A refusal says why.
import { api, Refusal, reasonOf } from "../api";
import { busy } from "../navigation/busy";
import type { Line } from "../line";
import type { NewRoom, Switches } from "../schema";
import { set, settings } from "../settings.svelte";
import type { Join, Room } from "../wire";
import { freeColour } from "./colours";

interface Visited {
  code: string;
  /** My name, as the server knows it. */
  name: string;
  line: Line;
  room: () => Room;
  /** The room's answer to a call. */
  becomes: (room: Room) => void;
  /** My seat; null for a spectator. */
  me: () => number | null;
  /** The level of a bot that takes a seat. */
  level: () => string;
}

export class RoomCalls {
  /** The reason why the last call was refused. */
  refused = $state<string | null>(null);
  #arrived = false;

  constructor(readonly at: Visited) {}

  /** Does some work, and keeps the reason if it is refused. */
  readonly told = async (work: () => Promise<unknown>): Promise<void> => {
    this.refused = null;
    try {
      await busy(work());
    } catch (error) {
      this.refused = reasonOf(error);
    }
  };

  /** Sits down, or changes seat, name or colour: from then on it is another table. */
  readonly sit = (wish: Join): void => void this.told(() => this.#join(wish));
  readonly rules = (wish: NewRoom): void => this.#changes(() => api.rules(this.at.code, wish));
  readonly switches = (wish: Switches): void => this.#changes(() => api.switches(this.at.code, wish));
  readonly kick = (seat: number, word: string): void => this.#changes(() => api.kick(this.at.code, seat, word));
  readonly makeHost = (seat: number): void => this.#changes(() => api.makeHost(this.at.code, seat));
  readonly show = (shown: boolean): void => this.#changes(() => api.show(this.at.code, shown));
  readonly seatBot = (seat: number, level: string | null = this.at.level()): void =>
    this.#changes(() => api.seatBot(this.at.code, seat, level));

  /** Seats bots and begins the game. */
  readonly start = (bots: readonly number[]): void =>
    void this.told(async () => {
      const { code, room, becomes, level } = this.at;
      // A person who came meanwhile keeps the seat.
      for (const seat of bots) if (room().seats[seat]?.kind === "open") becomes(await api.seatBot(code, seat, level()));
      await (await import("../fair/witness")).start(code);
    });

  /** Leaves a room that waits. */
  readonly leave = (): void =>
    void this.told(async () => {
      this.at.becomes(await api.leave(this.at.code));
      this.at.line.again();
    });

  /** Leaves a game that goes on: a bot plays for me. */
  readonly depart = (): void =>
    void this.told(async () => {
      await api.leave(this.at.code);
      location.assign("/");
    });

  /**
   * A visitor to a waiting room sits down, unless they only look on, and adds their part of the chance; once the header
   * is frozen nobody can. If the cards are dealt or the last seat is taken at that very moment, they watch, and nothing
   * was wrong.
   */
  async arrive(there: Room, looks: boolean): Promise<void> {
    if (this.#arrived || there.state !== "waiting" || there.frozen) return;
    this.#arrived = true;
    const me = this.at.me();
    if (me === null && (looks || !(there.grows || there.seats.some((one) => one.kind === "open")))) return;
    try {
      await this.#join(
        me === null ? { name: this.at.name, colour: freeColour([settings.colour, settings.second], there.seats) } : {},
      );
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 409)) this.refused = reasonOf(error);
    }
  }

  async #join(wish: Join): Promise<void> {
    const { code, name, line, room, becomes, me } = this.at;
    becomes(await (await import("../fair/witness")).sit(code, wish, room()));
    if (wish.name && wish.name !== name) set("name", wish.name);
    if (wish.colour && me() !== null) set("colour", wish.colour);
    if (me() === null) line.again();
  }

  #changes(call: () => Promise<Room>): void {
    void this.told(async () => this.at.becomes(await call()));
  }
}
