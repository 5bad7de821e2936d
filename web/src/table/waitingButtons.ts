// The buttons while I have no choice: take my seat back from a bot, go on after the end, nudge the player we wait for.
import { rematchOf } from "../room/wish";
import { t } from "../words/words.svelte";
import type { Action } from "./action";
import { standsIn, type Company } from "./company.svelte";
import type { Director } from "./director.svelte";
import type { RoomData } from "./roomData";

/** A bot's thinking time is shown from this number of seconds. */
const THINKING_S = 2;

/** Null if the game has its own button to go on. */
export function waitingButtons(table: RoomData & { names: readonly string[] }): Action[] | null {
  const { director, seats, names, company = null, selfStarting, words, ongo } = table;
  if (company && standsIn(seats[director.me]))
    return [{ label: t("state.takeSeat"), key: "Enter", run: company.asks.back }];
  if (director.running)
    return selfStarting ? [{ label: t("bar.skip"), key: "Space", run: () => director.press() }] : null;
  if (director.view?.over && company?.room?.daily)
    return [
      { label: t("table.day"), key: "Enter", run: company.asks.day },
      ...(company.room.sealed === null ? afterwards(director, company) : []),
    ];
  if (director.view?.over && company?.room?.tournament)
    return [
      { label: t("table.tournament"), key: "Enter", run: company.asks.tournament },
      ...(company.room.sealed === null ? afterwards(director, company).filter((one) => one.key !== "N") : []),
    ];
  if (director.view?.over) {
    const again = company?.asks.rematch ?? (() => ongo("end"));
    // Pressed again it is asked again: who was waited for may have gone.
    const wanted = company?.room && rematchOf(company.room, director.me);
    const label = wanted ? t("wish.rematch.waits", wanted) : words?.again || t("table.rematch");
    const more = { label, key: "Enter", pressed: !!wanted, begins: true, run: again };
    return [...(company?.watching ? [] : [more]), ...(company ? afterwards(director, company) : [])];
  }
  if (!director.question)
    // It begins by itself: with a time that is shown, or at once, where there is nothing to press.
    return selfStarting
      ? [
          {
            label: t("bar.go"),
            key: "Space",
            left: company?.next ?? undefined,
            disabled: company !== null && company.next === null,
            run: () => ongo("turn"),
          },
        ]
      : null;
  const [asked, name] = [seats[director.question.seat ?? 0], names[director.question.seat ?? 0] ?? ""];
  const thinks = asked?.kind === "bot" && company !== null && company.waited >= THINKING_S;
  const waits = {
    label: thinks ? t("table.thinking", { name, n: company.waited }) : t("table.waiting", { name }),
    disabled: true,
    run: () => {},
  };
  // A bot is not hurried.
  return company?.late && asked?.kind === "person"
    ? [waits, { label: t("state.nudge"), run: () => company.asks.emote("hurry") }]
    : [waits];
}

/** What one may look at or play next when a game is over. */
function afterwards(director: Director, { asks }: Company): Action[] {
  const turn = director.ending?.turning?.turn;
  const replay = {
    label: t("ended.replay", { turn: turn ?? 0 }),
    short: t("ended.replay.short", { turn: turn ?? 0 }),
    key: "R",
    run: () => asks.replay(turn ?? 0),
  };
  return [
    ...(turn === undefined ? [] : [replay]),
    { label: t("table.story"), key: "S", run: asks.story },
    { label: t("ended.next"), key: "N", run: asks.next },
  ];
}
