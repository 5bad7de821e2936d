// The HTTP calls about rule sets that people keep, and what their pages show first.
import { api, call } from "../api";
import type { KeepRules, RuleSetSeen } from "../schema";

const path = (id: string) => `/api/rulesets/${encodeURIComponent(id)}`;

export const ruleSets = {
  all: () => call<RuleSetSeen[]>("GET", "/api/rulesets"),
  mine: () => call<RuleSetSeen[]>("GET", "/api/rulesets/mine"),
  one: (id: string) => call<RuleSetSeen>("GET", path(id)),
  keep: (wish: KeepRules) => call<RuleSetSeen>("POST", "/api/rulesets", wish),
  change: (id: string, wish: KeepRules) => call<RuleSetSeen>("PUT", path(id), wish),
  remove: (id: string) => call<void>("DELETE", path(id)),
};

/** The address of a rule set's file. */
export const fileOf = (id: string): string => `${path(id)}/file`;

/** The games, the rule sets that everybody finds, and mine. */
export async function shelfShown() {
  const [games, listed, mine] = await Promise.all([api.games(), ruleSets.all(), ruleSets.mine()]);
  return { games, listed, mine };
}
