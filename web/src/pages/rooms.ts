// One line about a room, for lists of rooms.
import { brief, lasting, termsOf } from "../room/terms";
import type { GameInfo, MyRoom, Room } from "../wire";
import { counted, t } from "../words/words.svelte";
import { titleOf } from "./tiles";

export interface RoomLine {
  room: string;
  url: string;
  title: string;
  text: string;
  /** The other players. */
  others: string;
  /** My seat, and what each had after each of the last turns, where it is played. */
  seat: number;
  course: readonly (readonly number[])[];
  /** The address of its story, once it is over. */
  story: string | null;
  /** It waits for me. */
  mine: boolean;
  /** The time left for the choice, in a game with days a move. */
  time?: Time;
}

export interface Time {
  /** "5 h", and as it is said. */
  text: string;
  spoken: string;
  /** Of all the time; a quarter is little. */
  share: number;
  /** Who is asked for the choice, and how long they have. */
  whose: string;
}

/** The time left in a game with days a move; undefined where no such clock runs. */
function timeOf(room: MyRoom): Time | undefined {
  const { choice_left: left, clock, asked = [] } = room;
  if (left == null || !clock) return undefined;
  const seconds = Math.floor(left / 1000);
  const who = asked.map((seat) => room.seats[seat]?.name ?? "").join(", ");
  return {
    text: brief(seconds),
    spoken: t("mine.timeLeft", { time: lasting(seconds) }),
    share: Math.min(1, left / clock.choice),
    whose: t("mine.left", { who, time: brief(seconds) }),
  };
}

export interface TableLine extends RoomLine {
  /** Seats that are open; 0: it may only be watched. */
  free: number;
}

const variantOf = (room: Room, games: readonly GameInfo[]) =>
  [titleOf(games, room.game), room.variant ?? []].flat().join(" · ");

/** A room in which I sit: whether it waits for me, how far it is, and who else is there. */
export function tellMine(room: MyRoom, games: readonly GameInfo[]): RoomLine {
  const others = room.seats.filter((one) => one.seat !== room.you && one.kind !== "open").map((one) => one.name);
  const is = {
    waiting: t("mine.waiting"),
    playing: "",
    over: room.result ? t(`mine.${room.result}`) : "",
    stopped: t("mine.stopped"),
  }[room.state];
  // Of a longer sentence its beginning: "round 5".
  const far = room.progress.split(/[,;(]/)[0]!.trim();
  const text =
    [room.waits ? t("mine.yours") : is, far].filter(Boolean).join(", ") ||
    (room.state === "playing" ? t("mine.playing") : "");
  return {
    room: room.room,
    url: room.url,
    title: variantOf(room, games),
    text,
    others: others.join(", "),
    seat: room.you,
    course: room.course,
    story: room.state === "over" ? `${room.url}/story` : null,
    mine: room.waits,
    time: timeOf(room),
  };
}

/** The rooms of a list that only their number stands for, and whether one of them waits for me. */
export function beyond(list: readonly RoomLine[], shown: number): { n: number; mine: boolean } {
  const others = list.slice(shown);
  return { n: others.length, mine: others.some((one) => one.mine) };
}

/** A table that anybody may come to. */
export function tellOpen(room: Room, games: readonly GameInfo[]): TableLine {
  const taken = room.seats.filter((one) => one.kind !== "open").length;
  const limit = games.find((one) => one.game === room.game)?.seats[1] ?? room.seats.length;
  const most = room.grows ? limit : room.seats.length;
  const free = room.state === "waiting" && !room.locked ? most - taken : 0;
  const names = room.seats.filter((one) => one.kind === "person").map((one) => one.name);
  const text =
    free > 0
      ? [names.join(", "), counted("mine.free", free, { all: most }), ...termsOf(room)].join(" · ")
      : names.join(", ");
  return {
    story: null,
    room: room.room,
    url: free > 0 ? room.url : `${room.url}?watch`,
    title: variantOf(room, games),
    text,
    others: "",
    seat: 0,
    course: [],
    mine: false,
    free,
  };
}
