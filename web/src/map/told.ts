// The words around the map: the head's progress, the end's odds, the holdings as text, the dice of the last assault.
import { minutes } from "../table/company.svelte";
import { counted, t } from "../words/words.svelte";
import type { Board } from "./board.svelte";
import type { Digest } from "./digest";
import { ending } from "./ending";

export const roundsOf = ({ options }: Board): number => Number(options.rounds ?? 10);

/** "Round 6", or that tanks are placed. */
export function roundOf({ view }: Board): string {
  const round = view?.state.round_number ?? 1;
  return round === 0 ? t("map.setup") : t("map.round", { n: round });
}

/** The game, its round and the time that is left. */
export function progressOf(board: Board): string {
  const { view, map, given, company } = board;
  const { round_number: round = 1, expired = 0 } = view?.state ?? {};
  const rounds = roundsOf(board);
  const left = company?.timeLeft() ?? null;
  const remaining =
    expired > 0
      ? t(round > expired ? "map.lastRounds" : "map.timeIsUp")
      : left !== null
        ? t("map.timeLeft", { time: minutes(left) })
        : "";
  return [
    given.variant ?? map.title,
    roundOf(board) + (rounds > 0 && round > 0 && expired === 0 ? ` / ${rounds}` : ""),
    ...(remaining ? [remaining] : []),
  ].join(" · ");
}

/** The odds that the game ends with this turn; otherwise the round in which time is up. */
export function endOf(board: Board): string {
  const { view, names, options } = board;
  const end = view ? ending(view.state, names.length, Number(options.last_threshold ?? 12)) : null;
  const rounds = roundsOf(board);
  if (end) return t("map.endsNow", { n: `≤ ${end.limit}`, p: Math.round(end.chance * 100) });
  return rounds > 0 ? t("map.timeUp", { n: rounds }) : "";
}

/** The owner of no state: its colour is nobody's. */
const NOBODY = 5;

/** The dice of the last assault, while nothing has been done since. */
export function castOf({ director, me, owners }: Board) {
  const events = director.log.at(-1)?.events ?? [];
  const event = events.findLast((one) => one.kind === "attack");
  if (!event || !["attack", "conquer", "occupy"].includes(events.at(-1)?.kind ?? "")) return null;
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
    number: events.length,
  };
}

/** Another player's attack, until something else happens. */
export function fightOf(board: Board) {
  const cast = castOf(board);
  const [a, b] = [board.stateOf(cast?.origin ?? null), board.stateOf(cast?.state ?? null)];
  return cast && cast.from !== board.me && a && b ? { ...cast, a, b } : null;
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

/** What a seat has at the end: its states, and the continents that are all its own. */
export function holds({ map, owners }: Board, seat: number): string {
  const all = map.continents.filter((continent) =>
    map.states.every((one) => one.continent !== continent.name || owners[one.name] === seat),
  );
  const states = counted("map.states", map.states.filter((one) => owners[one.name] === seat).length);
  return all.length > 0
    ? `${states}, ${t("map.whole", { continents: all.map((one) => one.title).join(", ") })}`
    : states;
}

/** Of more states than this the log says only how many were taken. */
const NAMED = 2;

/** A turn in a line: "Bot 3: 3 attacks, 2 states taken (Siberia, Ural), 1 from you, 4 tanks lost". */
export function digestOf({ names }: Board, one: Digest | undefined): { seat: number; text: string } | null {
  if (!one) return null;
  const { seat, attacks, taken, mine, lost, placed, moved } = one;
  const states = taken.length > 0 && taken.length <= NAMED ? ` (${taken.join(", ")})` : "";
  const fought = [
    counted("turn.attacks", attacks),
    counted("turn.taken", taken.length) + states,
    mine > 0 ? t("turn.yours", { n: mine }) : "",
    lost > 0 ? counted("turn.lost", lost) : "",
  ];
  const quiet = [placed > 0 ? t("turn.placed", { n: placed }) : "", moved ? t("turn.moved", { ...moved }) : ""];
  const parts = (attacks > 0 ? fought : quiet).filter(Boolean);
  return parts.length > 0 ? { seat, text: `${names[seat]}: ${parts.join(", ")}` } : null;
}
