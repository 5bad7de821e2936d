// The words around the map: the head's progress, the end's odds, the holdings as text, the dice of the last assault.
import "../words/late";
import { minutes } from "../table/company.svelte";
import { ENDED } from "../film/still";
import { counted, t } from "../words/words.svelte";
import type { GameEvent } from "../wire";
import type { Board } from "./board.svelte";
import { begins, rests, takesOver } from "../table/events";
import { lossesOf, OWNING } from "./losses";
import { goalOf, told } from "./missions";
import { NOBODY } from "./owners";

/** The round in which time is up; 0 where none is set: by the clock, or where only conquest ends the game. */
export const roundsOf = ({ options }: Board): number =>
  options.end_check === "conquest" ? 0 : Number(options.rounds ?? 10);

/** "Round 6", or that tanks are placed. */
export function roundOf({ view }: Pick<Board, "view">): string {
  const round = Number(view?.told.round ?? 1);
  return round === 0 ? t("map.setup") : t("map.round", { n: round });
}

/** What the server tells of a turn that may end the game. */
interface End {
  /** The highest sum of two dice, or number drawn, that ends it. */
  limit: number;
  percent: number;
  /** Three conquests: the game goes on after this turn. */
  spared: boolean;
}

/** Why my last turn has ended by itself; null for one that I have ended, and when I am asked again. */
export function restedTold({ view, me, choices, director }: Pick<Board, "view" | "me" | "choices" | "director">) {
  if (!view || view.over || choices.length > 0) return null;
  const mine = director.log.findLast(({ events }) => events.some((one) => one.seat === me && begins(one)));
  return mine?.events.find(rests)?.text ?? null;
}

/** The map, and the round; a phone has room for the round alone. */
export function progressOf(board: Board, phone: boolean): string {
  const { view, map, given, company } = board;
  const { round_number: round = 1, expired = 0 } = view?.state ?? {};
  const rounds = roundsOf(board);
  const timed = phone && round > 0 && (company?.timeLeft() ?? null) !== null;
  const of = timed ? ` ${t("map.ofTimed")}` : rounds > 0 && round > 0 && expired === 0 ? ` / ${rounds}` : "";
  return [...(phone ? [] : [given.variant ?? map.title]), roundOf(board) + of].join(" · ");
}

/** What follows when the rounds are over, or the time; null where only conquest ends the game. */
export function aheadOf({ view, options }: Pick<Board, "view" | "options">): string | null {
  if (!view || view.over || options.end_check === "conquest") return null;
  const [rounds, expired = 0] = [Number(options.rounds ?? 10), view.state.expired];
  const begins =
    expired > 0
      ? t("order.ahead.was", { n: expired })
      : rounds > 0
        ? t("order.ahead.round", { n: rounds })
        : t("order.ahead.clock");
  return `${begins} ${t(options.end_check === "printed_percent" ? "order.ahead.drawn" : "order.ahead.dice")}`;
}

/** The bomb, among the cards that the game gives reasons against. */
export const BOMB = "bomb";

/** What the bomb does, and why it can't be dropped now. */
export function bombNote(board: Pick<Board, "whyNot">, ready: boolean): string {
  const why = ready ? null : board.whyNot(BOMB);
  return [t("order.card.bomb"), why && `${t("why.not")} ${why.text}`].filter(Boolean).join(" ");
}

/** The time that is left, then the last full round, then the odds that the dice end the game with this turn. */
export function remainingOf(board: Board) {
  const { view, options, company, director } = board;
  if (view?.over || director.ended > ENDED.not) return null;
  const { round_number: round = 1, expired = 0 } = view?.state ?? {};
  const end = view?.told.end as End | undefined;
  const left = company?.timeLeft() ?? null;
  if (end) {
    if (end.spared) return { text: t("map.goesOn"), short: t("map.goesOn.short") };
    const { limit, percent: p } = end;
    const isDrawn = options.end_check === "printed_percent";
    return { text: t("map.endsNow", { p }), short: isDrawn ? `${p} %` : `≤ ${limit}: ${p} %` };
  }
  if (expired > 0 && round > expired) return { text: t("map.lastRounds"), short: t("map.lastRounds.short") };
  if (expired > 0) return { text: t("map.timeIsUp"), short: t("map.timeIsUp.short") };
  return left === null ? null : { text: t("map.timeLeft", { time: minutes(left) }), short: minutes(left) };
}

/** What comes of an attack by itself: nobody has done anything since. */
const OF_ITSELF = new Set(["conquer", "occupy", "drop_out", "rest", "end"]);
const followsOf = (event: GameEvent) => OF_ITSELF.has(event.kind) || takesOver(event);

/** The dice of the last assault, while nothing has been done since. */
export function castOf({ director, me, owners }: Pick<Board, "director" | "me" | "owners">) {
  const events = director.log.at(-1)?.events ?? [];
  const at = events.findLastIndex((one) => one.kind === "attack");
  const event = events[at];
  if (!event || !events.slice(at + 1).every(followsOf)) return null;
  const dice = (text: unknown) =>
    String(text ?? "")
      .split(" ")
      .filter(Boolean)
      .map(Number);
  const struck = events.some((one) => one.kind === "conquer" && one.state === event.state);
  const attack = dice(event.attack);
  if (attack.length === 0) return null;
  return {
    attack,
    defend: dice(event.defend),
    lost: Number(event.lost),
    destroyed: Number(event.destroyed),
    origin: String(event.origin),
    state: String(event.state),
    text: event.text ?? "",
    from: event.seat ?? me,
    to: struck ? NOBODY : (owners[String(event.state)] ?? NOBODY),
    /** Which event of the turn it is: no other roll has the same. */
    number: at,
  };
}

/** The two states between which ties are the attacker's now: a bomb lies there. */
export const bombedIn = ({ view, log }: Pick<Board["director"], "view" | "log">): GameEvent | null =>
  (view?.state.bomb ? log.at(-1)?.events.findLast((one) => one.kind === "bomb") : null) ?? null;

/** An attack, until something else happens: its states, whom it is against, and how many rolls it has had. */
export function fightOf(board: Board) {
  const cast = castOf(board);
  const [a, b] = [board.stateOf(cast?.origin ?? null), board.stateOf(cast?.state ?? null)];
  if (!cast || !a || !b) return null;
  const mine = cast.from === board.me && !board.company?.watching;
  const { log } = board.director;
  const events = log.at(-1)?.events ?? [];
  const rolls = events.filter((one) => one.kind === "attack" && one.origin === cast.origin && one.state === cast.state);
  const struck = events.findLast((one) => one.kind === "conquer" && one.state === cast.state);
  /** Whose it was before it fell, as far as the log knows. */
  const before = () => {
    const all = log.flatMap((one) => one.events);
    const owned = (one: GameEvent) => OWNING.has(one.kind) && one.state === cast.state && one !== struck;
    return all.findLast(owned)?.seat ?? null;
  };
  const occupied = events.slice(cast.number + 1).find((one) => one.kind === "occupy");
  return {
    ...cast,
    a,
    b,
    mine,
    rolls: rolls.length,
    taken: struck !== undefined,
    /** The tanks that have moved in since. */
    moved: Number(occupied?.number ?? 0),
    owner: struck ? before() : cast.to,
  };
}
export type Fought = NonNullable<ReturnType<typeof fightOf>>;

/** All tanks that could go had to move in: as many as dice, so that nothing was asked. */
export const allMovedIn = ({ origin, attack, moved }: Fought, tanks: Record<string, number>): boolean =>
  moved > 0 && moved === attack.length && tanks[origin] === 1;

/** Which dice won their pair, the highest against the highest; a tie is the defender's (BW-075). A die without a pair did not. */
export function outcome({ attack, defend, destroyed }: Pick<Fought, "attack" | "defend" | "destroyed">) {
  const pairs = Math.min(attack.length, defend.length);
  const wins = (i: number) => i < pairs && attack[i]! > defend[i]!;
  /** A bomb wins ties as well. */
  const bombed = attack.filter((_, i) => wins(i)).length !== destroyed;
  const won = attack.map((one, i) => (bombed ? i < pairs && one >= defend[i]! : wins(i)));
  return { attack: won, defend: defend.map((_, i) => i < pairs && !won[i]) };
}

/** As text: whose state is which, with its tanks. */
export function holdingsOf({ map, names, owners, tanks }: Board): string[] {
  return names.map(
    (name, seat) =>
      `${name}: ${map.states
        .filter((one) => owners[one.name] === seat)
        .map((one) => `${one.title} ${tanks[one.name]}`)
        .join(", ")}`,
  );
}

/** The events by which something is done in each part of a turn: cards are traded, tanks placed, states attacked, tanks
 * moved. */
const DONE_BY = ["tris", "place", "attack", "go"];
/** In which parts of a turn something was done, by its events. */
export const partsDone = (events: readonly Pick<GameEvent, "kind">[]): boolean[] =>
  DONE_BY.map((kind) => events.some((one) => one.kind === kind));

/** What a seat has at the end: its states, the continents that are all its own, and its mission, if that lies open. */
export function holds({ map, owners, names, view }: Board, seat: number): string {
  const all = map.continents.filter((continent) =>
    map.states.every((one) => one.continent !== continent.name || owners[one.name] === seat),
  );
  const states = counted("map.states", map.states.filter((one) => owners[one.name] === seat).length);
  const whole = all.length > 0 ? `, ${t("map.whole", { continents: all.map((one) => one.title).join(", ") })}` : "";
  const goal = goalOf(view?.piles[`mission ${seat}`]?.cards?.[0] ?? "");
  return states + whole + (goal ? `. ${t("order.missionWas", { mission: told(map, names, goal) })}` : "");
}

/** So many states that I lost are named on a desk and on a phone; the rest are counted. */
const [NAMED, NAMED_ON_PHONE] = [12, 4];

/** What I have lost since my last turn, while I have done nothing yet in this one; null if that is nothing. */
export function lossesTold(board: Board, phone: boolean): string | null {
  const { choices, company, director, me, names, view } = board;
  const begins = choices.some(({ part }) => part.verb === "place" || part.verb === "trade");
  if (!begins || company?.watching || view?.state.opening) return null;
  if (director.log.at(-1)?.events.some((one) => one.seat === me && !BEGINNING.has(one.kind))) return null;
  const lost = lossesOf(director.log, me);
  if (lost.length === 0) return null;
  const most = phone ? NAMED_ON_PHONE : NAMED;
  const named = [...new Set(lost.map((one) => one.seat))].flatMap((seat) => {
    const states = lost
      .slice(0, most)
      .flatMap((one) => (one.seat === seat ? (board.stateOf(one.state)?.title ?? []) : []));
    return states.length > 0 ? `${states.join(", ")} (${names[seat]})` : [];
  });
  const more = lost.length > most ? ` ${t("order.lost.more", { n: lost.length - most })}` : "";
  return t("order.lost", { states: named.join("; ") + more });
}
/** The events of a turn before its player has chosen anything. */
const BEGINNING = new Set(["parcel", "reinforce"]);
