// The HTTP calls about tournaments, and what their pages show first.
import { api, call } from "../api";
import type { MyTournament, NewTournament, TournamentListed, TournamentOpened, TournamentSeen } from "../schema";

const path = (id: string) => `/api/tournaments/${encodeURIComponent(id)}`;

export const tournaments = {
  all: () => call<TournamentListed[]>("GET", "/api/tournaments"),
  open: (wish: NewTournament) => call<TournamentOpened>("POST", "/api/tournaments", wish),
  one: (id: string) => call<TournamentSeen>("GET", path(id)),
  mine: (id: string) => call<MyTournament | null>("GET", `${path(id)}/me`),
  join: (id: string) => call<TournamentSeen>("POST", `${path(id)}/join`),
  pause: (id: string) => call<TournamentSeen>("POST", `${path(id)}/pause`),
};

/** The games and the tournaments. */
export async function listShown() {
  const [games, found] = await Promise.all([api.games(), tournaments.all()]);
  return { games, found };
}

/** The games, a tournament and my part in it. */
export async function tournamentShown(id: string) {
  const [games, found, you] = await Promise.all([api.games(), tournaments.one(id), tournaments.mine(id)]);
  return { games, found, you };
}
