// A tournament in words and figures: its course for one player, its news, its podium. Pure.
import "../words/late";
import type { MyTournament, PlayerStanding, TableResult, TournamentListed, TournamentSeen } from "../schema";
import { brief, lasting } from "../room/terms";
import { counted, t } from "../words/words.svelte";

/** Seconds for a player who is called to a table. */
export const TO_SIT_DOWN = 20;
/** The steps of a front over all the time of a tournament, and the share of the ground that the last and the first leave. */
const [STEPS, EDGE] = [60, 0.1];

/** The far side's share for a place: the first holds nearly all the ground. */
export const shareOf = (place: number, players: number): number =>
  EDGE + ((place - 1) / Math.max(1, players - 1)) * (1 - 2 * EDGE);

/** My places from the beginning to the end as a front, as far as they are known, and before that the last place. */
export function courseOf(you: Pick<MyTournament, "course"> | null, players: number, whole: number): number[] {
  const [course, last] = [you?.course ?? [], Math.max(1, players)];
  return Array.from({ length: STEPS + 1 }, (_, i) => {
    const place = course.findLast(([at]) => at <= (i / STEPS) * whole)?.[1] ?? last;
    return shareOf(place, players);
  });
}

/** The share of its time that has passed. */
export function passed({ phase, left, minutes }: Pick<TournamentSeen, "phase" | "left" | "minutes">): number {
  if (phase === "waiting") return 0;
  return Math.min(1, Math.max(0, 1 - left / (minutes * 60_000)));
}

export interface News {
  ago: number;
  text: string;
}

/** What the tables that have ended have to tell, the newest first; `you` are one of the players. */
export function newsOf(results: readonly TableResult[], names: ReadonlyMap<string, string>, you: string): News[] {
  return results.flatMap(({ number, ago, scores }) => {
    const lines = scores.flatMap(({ player, points, streak, ended }) => {
      const own = player === you ? (".you" as const) : "";
      const name = names.get(player) ?? "";
      if (streak > 1) return t(`tournament.news.row${own}`, { name, n: number, k: streak, points });
      if (streak === 1) return t(`tournament.news.win${own}`, { name, n: number, points });
      return ended > 1 ? t(`tournament.news.ends${own}`, { name, n: ended }) : [];
    });
    const won = scores.some((one) => one.streak > 0);
    return [...(won ? [] : [t("tournament.news.none", { n: number })]), ...lines].map((text) => ({ ago, text }));
  });
}

/** The players of the first three places. */
export const podiumOf = (standings: readonly PlayerStanding[]): PlayerStanding[] =>
  standings.filter((one) => one.place <= 3 && one.games > 0).slice(0, 3);

/** What a player does now: "table 4", "next", "paused". */
export function whereCalled(one: Pick<PlayerStanding, "status" | "table">): string {
  if (one.table !== null) return t("tournament.table", { n: one.table });
  return t(one.status === "paused" ? "tournament.paused" : "tournament.waiting");
}

/** "60 minutes · 4 seats · 22 players"; of a knockout "tables of 4 · 22 players" */
export function factsOf(one: Pick<TournamentListed, "minutes" | "seats" | "players">): string[] {
  const players = counted("tournament.players", one.players);
  if (one.minutes === 0) return [t("knockout.facts", { n: one.seats }), players];
  return [lasting(one.minutes * 60), t("find.seats", { n: one.seats }), players];
}

/** "Arena, Blitz (31)" */
export const kindCalled = (kind: TournamentListed["kind"], game: string): string =>
  t(kind === "arena" ? "tournament.arena" : "knockout.title", { game });

/** "begins in 5 min", "21 min left", "over"; a knockout is "being played" */
export function timeCalled(one: Pick<TournamentListed, "kind" | "phase" | "starts" | "left">): string {
  const { kind, phase, starts, left } = one;
  if (phase === "over") return t("tournament.over");
  if (phase === "playing" && kind === "knockout") return t("tournament.played");
  const [key, ms] =
    phase === "waiting" ? (["tournament.begins", starts] as const) : (["tournament.lasts", left] as const);
  return t(key, { time: brief(Math.ceil(ms / 1000)) });
}
