// Events by their kinds: the verbs that every game shares, and the events that a game stages.
import type { Drama, GameEvent } from "../wire";
import { HIDDEN, kindOf, liesBetween, seatOf } from "./tableau";

export const deals = (event: GameEvent) => event.kind === "deal";
export const turnsUp = (event: GameEvent) => event.kind === "turn_up";
/** True for a card that its player turns up without having seen it, so that it may wait for them in a battle. */
export const turnsUpUnseen = (event: GameEvent) => turnsUp(event) && kindOf(event.from ?? "") !== "hand";
/** True for a card that waits for its player: who turns it up is known, and not what it is. */
export const isUnknown = (event: GameEvent) => turnsUp(event) && event.card === HIDDEN;
export const laysFaceDown = ({ kind }: Pick<GameEvent, "kind">) => kind === "lay_face_down";
export const shuffles = (event: GameEvent) => event.kind === "shuffle";
/** True if a whole pile goes to another place. */
export const pours = ({ kind, from, to, card }: GameEvent) =>
  kind === "pour" && from !== undefined && to !== undefined && card === undefined;
export const wins = (event: GameEvent) => event.kind === "win";
export const ends = (event: GameEvent) => event.kind === "end";
export const dropsOut = (event: GameEvent) => event.kind === "drop_out";

/** True for events of a map: an attack, what it takes, tanks that are placed, and those that move from state to state. */
export const attacks = (event: GameEvent) => event.kind === "attack";
export const conquers = (event: GameEvent) => event.kind === "conquer";
export const places = (event: GameEvent) => event.kind === "place";
export const marches = (event: GameEvent) => event.kind === "occupy" || event.kind === "go";
/** True for one whose sentence is news and comes alone: how a turn begins, a trade of cards, the bomb, tanks that go on
 * a longer way, a turn that ends by itself, a card for conquering, a player who is out. */
export const isNews = (event: GameEvent) => NEWS.has(event.kind) || winsCard(event);
const NEWS: ReadonlySet<string> = new Set(["reinforce", "move", "tris", "bomb", "go", "rest", "drop_out"]);
/** True for a card that a conqueror gets. */
export const winsCard = ({ kind, from }: GameEvent) => kind === "take" && from === "stock";
/** True for a turn that ends by itself. */
export const rests = ({ kind }: GameEvent) => kind === "rest";
/** True for the beginning of a turn on a map. */
export const begins = ({ kind }: GameEvent) => kind === "reinforce";
/** True for a turn that begins without new tanks. */
export const comesEmpty = ({ kind, number }: GameEvent) => kind === "reinforce" && number === 0;
/** True for a card that is taken from a player who is out. */
export const takesOver = ({ kind, from }: GameEvent) => kind === "take" && !!from?.startsWith("hand ");
/** True for what a player does with a card in a lane, and what it does to others. */
export const isPlayed = ({ kind }: GameEvent) => PLAYED.has(kind);
const PLAYED: ReadonlySet<string> = new Set(["play", "use", "remove", "blitz", "skip", "reverse", "pass", "reach"]);
/** True for what others do to a player in lanes: a card is removed, or the turn is skipped. */
export const strikes = (event: GameEvent) => event.kind === "remove" || skips(event);
/** True if its player loses the turn that would have come next. */
export const skips = ({ kind }: GameEvent) => kind === "skip";
/** True for the sum of a trade. */
export const bringsTanks = (event: GameEvent) => event.kind === "tris";

/** True for a battle that its cards call no scenario for. */
export const isPlain = (event: Pick<GameEvent, "kind"> & { scenarios?: unknown }) =>
  Array.isArray(event.scenarios) && event.scenarios.length === 0;

/** True for an event that opens a battle. */
export const opensBattle = (drama: Drama, event: GameEvent) => is(drama.battle, event) && !isPlain(event);
/** True if battles are about something that an event names: they nest, and each has a place of its own. */
export const nests = ({ reason = [] }: Drama) => reason.length > 0;
/** True for an event that says what the open battle is about. */
export const givesReason = (drama: Drama, event: GameEvent) => is(drama.reason, event) && !!event.text;
/** True for an event that decides the battle within the open one. */
export const settles = (drama: Drama, event: GameEvent) => is(drama.settled, event);
/** True for an event that interrupts the open battle with cards of its own. */
export const interrupts = (drama: Drama, event: GameEvent) => is(drama.interlude, event);
/** True for an event that draws a ring around its seat. */
export const rings = (drama: Drama, event: GameEvent) => is(drama.ring, event) && event.seat !== undefined;
/** True for an event that shows a seat's hand and tells its worth. */
export const showsHand = (drama: Drama, event: GameEvent) => is(drama.hands, event) && event.seat !== undefined;

/** True for an event that lays a seat's chips on the front. */
export const bets = (drama: Drama, event: GameEvent) => is(drama.bets, event) && event.seat !== undefined;
/** True for an event that settles a seat's bet, or a part of it. */
export const pays = (drama: Drama, event: GameEvent) => is(drama.pays, event) && event.seat !== undefined;

function is(kinds: readonly string[] | undefined, event: GameEvent): boolean {
  return kinds?.includes(event.kind) ?? false;
}

/** The first events for which something holds. */
export function runOf(events: readonly GameEvent[], holds: (event: GameEvent, i: number) => boolean): GameEvent[] {
  const end = events.findIndex((event, i) => !holds(event, i));
  return events.slice(0, end < 0 ? undefined : end);
}

const WINNINGS = ["deck", "won"];

/** True if an event takes cards from between the players to a seat's own. */
export const collects = ({ from, to }: GameEvent) =>
  from !== undefined && to !== undefined && liesBetween(from) && WINNINGS.includes(kindOf(to)) && seatOf(to) !== null;
