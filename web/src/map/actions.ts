// The buttons of a table with a map, the usual one first.
import type { Action } from "../table/action";
import { waitingButtons } from "../table/waitingButtons";
import { along, type Choice } from "../table/choices";
import { bringsTanks } from "../table/events";
import "../words/late";
import type { Key } from "../words/catalogue";
import { t } from "../words/words.svelte";
import type { Board } from "./board.svelte";
import type { Orders } from "./orders.svelte";
import { worth } from "./tris";

export function actionsOf(board: Board, orders: Orders): Action[] {
  const { choices, company, director, given } = board;
  if (company?.still) return [{ label: company.still, disabled: true, run: () => {} }];
  const { bomb, attacking } = orders;
  const goal = board.stateOf(orders.to);
  if (attacking && goal && orders.sure && bomb)
    return [
      {
        label: t("map.sureBomb", { state: goal.title }),
        key: "Enter",
        danger: true,
        run: () => orders.send(bomb.text),
      },
      { label: t("bar.notYet"), key: "Esc", run: () => (orders.sure = false) },
    ];
  const list = [...first(board, orders)];
  const others = [...trades(board, orders), ...choices.filter(isPlain)];
  if (keepsFirst(board, orders)) others.sort((a, b) => Number(isPlain(b)) - Number(isPlain(a)));
  for (const choice of others) {
    list.push({
      label: named(board, choice),
      short: shortly(board, choice),
      key: choice.text === "stop" ? "S" : undefined,
      run: () => orders.send(choice.text),
    });
  }
  if (bomb && attacking) list.push({ label: t("map.bomb"), key: "B", run: () => (orders.sure = true) });
  if (list.length > 0) return list;
  const waits = waitingButtons({ ...given, names: board.names }) ?? [
    { label: t("bar.go"), key: "Space", run: () => (director.running ? director.finish() : given.ongo("turn")) },
  ];
  if (orders.storming)
    return [
      ...waits,
      { label: t("map.hold"), short: t("map.stop.short"), key: "S", run: () => (orders.storming = false) },
    ];
  return goesToTheEnd(board) ? [...waits, { label: t("bar.finish"), key: "F", run: () => hurry(board) }] : waits;
}

/** I am out, and nobody but bots plays on. */
const goesToTheEnd = ({ isOut, given, me, director }: Board): boolean =>
  isOut && !director.view?.over && given.seats.every((one) => one.seat === me || one.kind === "bot");

/** Show what still comes at once, in this game only. */
function hurry({ director }: Board): void {
  director.speed = Infinity;
  director.finish();
}

/** A choice of neither a state, a number nor cards: to stop, to end the turn, to keep the cards. */
const isPlain = ({ part }: Choice) => !part.states && part.number === undefined && part.verb !== "trade";

/** I have traded in this turn, and have picked no further cards: Enter is meant for what comes next. */
const keepsFirst = ({ director, me }: Board, { verb, cards }: Orders): boolean =>
  verb === "trade" &&
  cards.length === 0 &&
  !!director.log.at(-1)?.events.some((one) => bringsTanks(one) && one.seat === me);

/** There are more sets than buttons: the others are chosen by their cards. */
export const hasMoreSets = ({ choices, mustTrade }: Board): boolean =>
  choices.filter(({ part }) => part.verb === "trade").length > (mustTrade ? BUTTONS : BUTTONS - 1);

/** The trades that bring most tanks, with the cards that I have picked: as many as have a button on a phone beside the
 * one that keeps the cards. */
export function trades(board: Board, orders: Orders): Choice[] {
  const all = board.choices.filter(({ part }) => part.verb === "trade");
  const picked = all.filter(({ part }) => orders.cards.every((card) => part.cards?.includes(card)));
  return [...picked]
    .sort((a, b) => broughtBy(board, b.part.cards ?? []) - broughtBy(board, a.part.cards ?? []))
    .slice(0, board.mustTrade ? BUTTONS : BUTTONS - 1);
}
const BUTTONS = 3;
/** From so many numbers of tanks on, the fewest has a button. */
const MANY = 3;

/** The order that is composed on the map. */
function first(board: Board, orders: Orders): Action[] {
  const { verb, assaults, attacking, dice, asked } = orders;
  const { choices } = board;
  const goal = board.stateOf(orders.to);
  if (attacking && goal) {
    const chosen = assaults.find((one) => one.part.number === dice) ?? assaults[0]!;
    return [
      {
        label: t(`map.roll${dice as 1 | 2 | 3}`),
        short: t("map.roll.short"),
        key: "Enter",
        icon: "die",
        run: () => orders.send(chosen.text),
      },
      { label: t("map.until"), key: "A", run: () => orders.storm() },
    ];
  }
  /** A button for as many tanks as are asked for. */
  const counted = (able: readonly Choice[], label: (n: number) => string, short: Key): Action[] => {
    const numbers = able.map((one) => one.part.number ?? 0);
    const n = asked ?? Math.max(0, ...numbers);
    return [
      {
        label: label(n),
        short: t(short, { n }),
        key: "Enter",
        step: along(
          [...numbers].sort((a, b) => a - b),
          n,
          (other) => (orders.asked = other),
        ),
        run: () => orders.send(able.find((one) => one.part.number === n)!.text),
      },
    ];
  };
  if (orders.counts && goal)
    return [
      {
        label: t("order.moveTo", { state: goal.title }),
        key: "Enter",
        run: () => orders.send(assaults[0]!.text),
      },
    ];
  if (assaults.length > 0 && goal)
    return counted(assaults, (n) => t("map.moveTo", { n, state: goal.title }), "map.move.short");
  if (verb === "place") {
    const at = board.stateOf(orders.from);
    if (!at) return [{ label: t("map.pickPlace"), disabled: true, run: () => {} }];
    const here = choices.filter((one) => one.part.states?.[0] === at.name);
    return counted(here, (n) => t("map.placeIn", { n, state: at.title }), "map.place.short");
  }
  if (verb === "claim") {
    const at = board.stateOf(orders.from);
    if (!at) return [{ label: t("order.pickState"), disabled: true, run: () => {} }];
    const text = choices.find((one) => one.part.states?.[0] === at.name)!.text;
    return [{ label: t("order.claim", { state: at.title }), key: "Enter", run: () => orders.send(text) }];
  }
  if (verb === "occupy") {
    const events = board.director.log.at(-1)?.events ?? [];
    const taken = board.stateOf(String(events.findLast((one) => one.kind === "conquer")?.state));
    const least = Math.min(...choices.map((one) => one.part.number ?? 0));
    const moves = counted(choices, (n) => t("map.occupy", { n, state: taken?.title ?? "" }), "map.occupy.short");
    const fewest = choices.find((one) => one.part.number === least);
    if (choices.length < MANY || !fewest) return moves;
    return [...moves, { label: t("order.fewest", { n: least }), run: () => orders.send(fewest.text) }];
  }
  if (verb === "send")
    return counted(choices, (n) => t("map.moveTo", { n, state: board.sentTo?.title ?? "" }), "map.move.short");
  if (verb !== "attack" && verb !== "move") return [];
  return [{ label: whereNext(board, orders), disabled: true, run: () => {} }];
}

/** Where to press on the map: first a state of mine, then one of those that it reaches. */
function whereNext({ options }: Board, { verb, reach }: Orders): string {
  const chosen = reach.size > 0;
  if (verb === "attack") return t(chosen ? "order.pickTarget" : "map.pick");
  const far = options.moves === "connected";
  if (chosen) return t(far ? "order.pickGoal.far" : "order.pickGoal");
  return t(far ? "order.pickMove.far" : "order.pickMove");
}

/** The same on a narrow screen: the only trade needs no list of its cards, which the player holds. */
function shortly(board: Board, { text, part }: Choice): string | undefined {
  if (text === "stop") return t("map.stop.short");
  if (text === "end") return t("map.endTurn.short");
  if (part.verb !== "trade") return undefined;
  const told = { n: broughtBy(board, part.cards ?? []), cards: titlesOf(board, part.cards) };
  const several = board.choices.filter((one) => one.part.verb === "trade").length > 1;
  return t(several ? "map.tradeFor.several" : "map.tradeFor.short", told);
}

/** A choice without a state: to stop, to end the turn, to trade three cards or keep them. */
function named(board: Board, { text, part }: Choice): string {
  if (part.label) return part.label;
  if (part.verb === "trade")
    return t("map.tradeFor", { cards: titlesOf(board, part.cards), n: broughtBy(board, part.cards ?? []) });
  return { stop: t("map.stop"), end: t("map.endTurn"), keep: t("map.keep") }[text] ?? text;
}

const titlesOf = (board: Board, cards: readonly string[] = []): string =>
  cards.map((card) => board.stateOf(card.toLowerCase())?.title ?? t("order.joker")).join(", ");

/** The tanks that a trade of three cards brings. */
const broughtBy = (board: Board, cards: readonly string[]): number =>
  worth(cards.map(board.armOf), board.sets) + board.forOwn(cards);
