// The verdict on a round of Blitz (31) or Schwimmen, as far as it has been told. Pure.
import "../../words/late";
import type { Entry } from "../../film/still";
import type { GameEvent } from "../../wire";
import { capital, t } from "../../words/words.svelte";

export interface Verdict {
  title: string;
  why: string;
  /** What the player has done who knocked or closed, and has lost by it. */
  knocked: string | null;
  clause: string | null;
}

const LOSSES = new Set([
  "lose_knocking",
  "lose_lowest",
  "lose_tied",
  "lose_to_31",
  "lose_beaten",
  "lose_closing",
  "lose_to_fire",
]);
/** Losses against a hand that beats all others, and what its holder has. */
const BEATEN: Record<string, { by: string; has: "blitz.has" | "blitz.fire" }> = {
  lose_to_31: { by: "blitz", has: "blitz.has" },
  lose_to_fire: { by: "fire", has: "blitz.fire" },
};

/** The rulebook of a clause. */
export const bookOf = (clause: string): string => (clause.startsWith("SM") ? "schwimmen" : "blitz31");

/** Return the verdict of the round that ended in a turn; null where none has ended, or nothing of it is told. */
export function verdict({ events, lines }: Entry, names: readonly string[], me: number): Verdict | null {
  const of = (...kinds: string[]) => events.filter(({ kind }) => kinds.includes(kind));
  const name = ({ seat }: GameEvent) => (seat === me ? t("blitz.you") : (names[seat!] ?? ""));
  const all = (found: readonly GameEvent[]) => {
    const called = found.map(name);
    const [one, ...before] = [called.at(-1)!, ...called.slice(0, -1)];
    return capital(before.length === 0 ? one : t("ended.and", { all: before.join(", "), one }));
  };
  const clauseOf = (kind: string) => lines.find((line) => line.kind === kind)?.clause ?? null;
  const winner = of("blitz");
  const [pot] = of("win_pot");
  if (pot) {
    const winners = of("win_pot");
    const alone = winners.length === 1 ? (pot.seat === me ? "blitz.pot.you" : "blitz.pot") : "blitz.pot.all";
    const n = String(pot.value);
    return {
      title: t(alone, { name: all(winners), n: String(pot.chips) }),
      why:
        winner.length > 0
          ? t("blitz.why.pot.31")
          : t(winners.length > 1 ? "blitz.why.pot.tied" : "blitz.why.pot", { n }),
      knocked: null,
      clause: clauseOf("win_pot"),
    };
  }
  const lost = of(...LOSSES);
  const first = lost[0];
  const none = of("void")[0];
  if (!first) return none ? { title: t("blitz.none"), why: none.text ?? "", knocked: null, clause: null } : null;
  const { kind, value, loss } = first as GameEvent & { value?: unknown; loss?: string };
  const out = of("drop_out");
  const alone = lost.length === 1;
  const outs = out[0]
    ? t(out.length > 1 ? "blitz.out.all" : out[0].seat === me ? "blitz.out.you" : "blitz.out", { name: all(out) })
    : "";
  const beaten = BEATEN[kind];
  const holders = beaten ? of(beaten.by) : [];
  const title = beaten
    ? t(holders[0]?.seat === me ? `${beaten.has}.you` : beaten.has, {
        name: all(holders.length > 0 ? holders : [first]),
      })
    : outs ||
      t(!alone ? "blitz.lose.all" : first.seat === me ? "blitz.lose.you" : "blitz.lose", {
        name: all(lost),
        loss: loss ?? "",
      });
  const knock = { n: String(value), name: name(first), loss: loss ?? "" };
  const why = {
    lose_knocking: t(first.seat === me ? "blitz.why.knocked.you" : "blitz.why.knocked", knock),
    lose_beaten: t(first.seat === me ? "blitz.why.beaten.you" : "blitz.why.beaten", knock),
    lose_lowest: t("blitz.why.lowest", { n: String(value) }),
    lose_tied: t("blitz.why.tied", { n: String(value) }),
    lose_closing: t("blitz.why.lowest", { n: String(value) }),
    lose_to_31: `${t("blitz.why.31", { loss: loss ?? "" })} ${outs}`.trim(),
    lose_to_fire: `${t("blitz.why.31", { loss: loss ?? "" })} ${outs}`.trim(),
  }[kind as "lose_lowest"];
  const failed = kind === "lose_knocking" || kind === "lose_beaten" ? "blitz.knocked" : "blitz.closed";
  const knocked = ["lose_knocking", "lose_beaten", "lose_closing"].includes(kind);
  return { title, why, knocked: knocked ? t(failed, { name: all([first]) }) : null, clause: clauseOf(kind) };
}
