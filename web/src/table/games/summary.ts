// A turn of War, or a round against the house, in one line; other games' turns are told event by event.
import { maybe, signed, t } from "../../words/words.svelte";
import type { GameEvent } from "../../wire";
import type { Entry, Line } from "../../film/still";

/** What a battle is called: how its sentence exclaims. */
export const called = ({ text }: GameEvent): string => /^[^.!?]+!/.exec(text ?? "")?.[0] ?? t("war.title");

interface Summary {
  seat: number;
  text: string;
}

/** Null where there is nothing shorter than the events themselves. */
export function summary(entry: Entry, names: readonly string[], me: number): Summary | null {
  const round = roundOf(entry, me);
  if (round) return round;
  const battle = battleOf(entry, names, me);
  const stolen = theft(entry.events);
  return battle && stolen ? { seat: stolen.seat, text: `${stolen.text} ${battle.text}` } : battle;
}

/** A turn in a sentence or two, for where there is no room for its events; null where none stands for it. */
export const inShort = (entry: Entry, names: readonly string[], me: number): string | null =>
  (summary(entry, names, me) ?? theft(entry.events))?.text ?? null;

/** The piles that changed hands in a turn besides its battle, told of the last thief. */
function theft(events: readonly GameEvent[]): Summary | null {
  const found = events.filter((event) => event.kind === "steal");
  const text = found.map((event) => event.text?.trim() ?? "").join(" ");
  return text ? { seat: found.at(-1)!.seat!, text } : null;
}

function battleOf(entry: Entry, names: readonly string[], me: number): Summary | null {
  const won = entry.events.findLast((event) => event.kind === "win");
  const up = entry.events.filter((event) => event.kind === "turn_up");
  if (won?.seat === undefined || up.length < 2 || entry.events.some((event) => event.kind === "scenario")) return null;
  const battles = entry.events.filter((event) => event.kind === "war");
  const wars = battles.length;
  /** Where a battle is not called a war, its cards are equal. */
  const kind = battles.some((event) => called(event) !== t("war.title")) ? "tie" : "war";
  const laid = entry.events.filter((event) => event.to === "pot" && event.card !== undefined).length;
  const your = won.seat === me ? ".you" : "";
  const values = { name: names[won.seat] ?? "", n: laid, times: wars };
  if (wars > 1) return { seat: won.seat, text: maybe(`take.${kind}s${your}`, values)! };
  if (wars === 1)
    return { seat: won.seat, text: maybe(`take.${kind}${your}`, { ...values, rank: ranks(up[0]?.card) })! };
  const best = up.find((event) => event.seat === won.seat)?.card;
  const other = up.find((event) => event.seat !== won.seat)?.card;
  if (up.length !== 2 || !best || !other) return null;
  return { seat: won.seat, text: maybe(`take.two${your}`, { ...values, first: glyph(best), second: glyph(other) })! };
}

/** My round against the house: what it brought, and the cards that decided it. */
function roundOf({ events }: Entry, me: number): Summary | null {
  const own = events.filter((event) => event.seat === me);
  const bet = own.find((event) => event.kind === "bet");
  const paid = own.find((event) => ["beat", "lose", "surrender"].includes(event.kind));
  const dealt = events.filter((event) => event.kind === "deal" && event.card);
  const mine = dealt.findLast((event) => event.seat === me)?.card;
  const house = dealt.findLast((event) => event.seat === undefined)?.card;
  if (!bet || !paid || !mine || !house) return null;
  const war = own.some((event) => event.kind === "war");
  const bonus = own.some((event) => event.kind === "bonus") ? 1 : 0;
  const times = { beat: 1 + bonus, lose: war ? -2 : -1, surrender: -0.5 }[paid.kind]!;
  const tieWin = own.find((event) => event.kind === "tie_win");
  const tie = Number(bet.tie) * Number(tieWin?.pays ?? -1);
  const n = Number(bet.bet) * times + tie;
  const how = paid.kind === "surrender" ? "surrender" : war ? "war" : "plain";
  return { seat: me, text: maybe(`round.${how}`, { n: signed(n), first: glyph(mine), second: glyph(house) })! };
}

/** Runs of cards laid face down, told at once: "Both lay three cards face down." */
export function gathered(lines: readonly Line[], names: readonly string[]): Line[] {
  const found: Line[] = [];
  for (let i = 0; i < lines.length; i++) {
    let end = i;
    while (lines[end]?.kind === "lay_face_down") end++;
    if (end - i < 2) {
      found.push(lines[i]!);
      continue;
    }
    const run = lines.slice(i, end);
    const seats = [...new Set(run.map((line) => line.seat))];
    const each = run.length / seats.length;
    const who = seats.length === 1 ? (names[seats[0]!] ?? "") : seats.length === 2 ? t("lay.both") : t("lay.all");
    const key =
      seats.length === 1
        ? seats[0] === names.indexOf(t("table.you"))
          ? "lay.you"
          : "lay.one"
        : each === 1
          ? "lay.many.1"
          : "lay.many";
    found.push({ ...run[0]!, text: t(key, { who, n: maybe(`few.${each}`) ?? String(Math.ceil(each)) }) });
    i = end - 1;
  }
  return found;
}

/** "aces" */
export function ranks(code: string | undefined): string {
  return maybe(`rank.${code?.slice(0, -1)}`) ?? t("card.diplomat");
}

function glyph(code: string): string {
  const suit = { C: "♣", D: "♦", H: "♥", S: "♠" }[code.slice(-1)];
  return suit ? (code.startsWith("T") ? "10" : code[0]) + suit : code;
}
