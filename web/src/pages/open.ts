// The pages: each is loaded whole, its parts and its facts, before it is shown.
import type { Component } from "svelte";
import { api, Refusal } from "../api";
import type { Route } from "../navigation/route";
import { isKnown, whoAmI } from "../navigation/visitor.svelte";
import { settings } from "../settings.svelte";
import type { StoryPart } from "../story/turns";
import { t } from "../words/words.svelte";
import { lineTo } from "../line";
import { loadMapTable } from "./mapTable";
import Refused from "./Refused.svelte";

/** A page and what it shows; with the key of the one before, that one changes instead. */
export interface Opened {
  key: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- `opened` checks that the props fit the component
  Page: Component<any>;
  props: object;
}

let count = 0;
const opened = <P extends object>(Page: Component<P>, props: Omit<P, "name">, key = `page ${++count}`): Opened => ({
  key,
  Page,
  props,
});

export async function nowhere(): Promise<Opened> {
  const [{ default: Nowhere }, games] = await Promise.all([import("./Nowhere.svelte"), api.games()]);
  return opened(Nowhere, { games });
}
async function gone(code: string): Promise<Opened> {
  const [{ default: Gone }, games] = await Promise.all([import("./Gone.svelte"), api.games()]);
  return opened(Gone, { why: t("state.deadLink.text", { code }), games });
}
/** A page that the server refuses, and why. */
export const refused = (why: string) => opened(Refused, { why });

/** Load the page of a route. */
export async function open(route: Route, signal?: AbortSignal): Promise<Opened> {
  switch (route.page) {
    case "home": {
      const [{ default: Start }, games] = await Promise.all([import("./Start.svelte"), api.games()]);
      return opened(Start, { games });
    }
    case "mine": {
      const [{ default: Mine }, games, mine, open] = await Promise.all([
        import("./Mine.svelte"),
        api.games(),
        whoAmI().then(api.myRooms),
        api.openRooms(),
      ]);
      return opened(Mine, { games, mine, open });
    }
    case "settings": {
      const [{ default: Settings }] = await Promise.all([import("./Settings.svelte"), whoAmI()]);
      return opened(Settings, {});
    }
    case "people": {
      const [{ default: Profile }, games, who] = await Promise.all([
        import("../people/Profile.svelte"),
        api.games(),
        whoAmI(),
      ]);
      const player = route.player === "me" ? who.player : route.player;
      return opened(Profile, { games, found: await api.profile(player) });
    }
    case "ratings": {
      const [{ default: Leaders }, games, found] = await Promise.all([
        import("../people/Leaders.svelte"),
        api.games(),
        api.ratings(route.game),
      ]);
      return opened(Leaders, { games, found });
    }
    case "find": {
      const [{ default: Find }, games] = await Promise.all([import("../find/Find.svelte"), api.games(), whoAmI()]);
      if (games.every((one) => one.game !== route.game)) return nowhere();
      return opened(Find, { games, wanted: route.game });
    }
    case "tournaments": {
      const { default: Tournaments, listShown } = await import("../tournaments/Tournaments.svelte");
      return opened(Tournaments, await listShown());
    }
    case "tournament": {
      const [{ tournamentShown }] = await Promise.all([import("../tournaments/calls"), whoAmI()]);
      const shown = await tournamentShown(route.id);
      const isArena = shown.found.kind === "arena";
      const Page = await (isArena ? import("../tournaments/Arena.svelte") : import("../tournaments/Knockout.svelte"));
      return opened(Page.default, shown);
    }
    case "rulesets": {
      const [{ default: RuleSets, shelfShown }] = await Promise.all([import("../rulesets/RuleSets.svelte"), whoAmI()]);
      return opened(RuleSets, await shelfShown());
    }
    case "ruleset": {
      const [{ default: RuleSet }, { ruleSets }] = await Promise.all([
        import("../rulesets/RuleSet.svelte"),
        import("../rulesets/calls"),
        whoAmI(),
      ]);
      const [games, found] = await Promise.all([api.games(), ruleSets.one(route.id)]);
      return opened(RuleSet, { games, found });
    }
    case "daily": {
      const [{ default: Day }, games] = await Promise.all([import("../daily/Day.svelte"), api.games(), whoAmI()]);
      const today = await api.daily();
      const day = route.day || today.day;
      const [found, past] = await Promise.all([api.dailyResult(route.game, day), api.dailyDays(route.game)]);
      const order = today.deals.map((deal) => deal.game);
      return opened(Day, { games, found, past, order });
    }
    case "link":
      return link(route.code);
    case "room":
      return room(route.room, route.looks, signal);
    case "story": {
      const [{ default: Finished }, games] = await Promise.all([
        import("../story/Finished.svelte"),
        api.games(),
        whoAmI(),
      ]);
      const [parts, found] = await Promise.all([storyOf(route.room), foundRoom(route.room)]);
      return opened(Finished, { games, room: route.room, start: route.turn, parts, found });
    }
    case "fairness": {
      const [{ default: Fair }] = await Promise.all([import("../fair/Fair.svelte"), whoAmI()]);
      return opened(Fair, { room: route.room });
    }
    case "rules":
      return rules(route);
    case "lesson":
      return lesson(route.game);
    case "lab": {
      const [{ default: Lab }, games] = await Promise.all([import("../lab/Lab.svelte"), api.games(), whoAmI()]);
      return opened(Lab, { games, game: route.game, query: route.query });
    }
    case "variant": {
      const [{ default: Variant }, games] = await Promise.all([import("../lab/Variant.svelte"), api.games(), whoAmI()]);
      return opened(Variant, { games, game: route.game, query: route.query });
    }
  }
}

/** The page of a code from another device. */
async function link(code: string): Promise<Opened> {
  const { default: Link } = await import("./Link.svelte");
  try {
    const owner = await api.ownerOf(code);
    const me = isKnown() ? await api.me().catch(() => null) : null;
    if (me?.player === owner.player) return opened(Link, { code, owner: owner.name, why: t("link.here"), loses: null });
    const games = me === null ? [] : await api.myRooms();
    return opened(Link, {
      code,
      owner: owner.name,
      why: null,
      loses: games.length > 0 ? settings.name || me!.name : null,
    });
  } catch (error) {
    if (error instanceof Refusal) return opened(Link, { code, owner: null, why: error.message, loses: null });
    throw error;
  }
}

/** A room as it is; null where the page is to say why there is no such room. */
const foundRoom = (room: string) => api.room(room).catch(() => null);

/** The whole story through everybody's eyes; nothing where the page is to say why there is none. */
async function storyOf(room: string): Promise<StoryPart[]> {
  const parts: StoryPart[] = [];
  try {
    for (let first: number | null = 0; first !== null; first = parts.at(-1)!.next)
      parts.push(await api.story(room, "open", first));
    return parts;
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

/**
 * A rulebook, or one of its clauses; going from one to the next changes no more than that. An address with house rules shows
 * what holds under them.
 */
async function rules({ game, id, step: start, query }: Extract<Route, { page: "rules" }>): Promise<Opened> {
  const [{ default: Rules }, { rulesIn }, games] = await Promise.all([
    import("../rules/Rules.svelte"),
    import("../rules/asked"),
    api.games(),
  ]);
  const info = games.find((one) => one.game === game);
  const book = info ? await api.rulebook(game) : null;
  const now = book?.formerly?.[id] ?? id;
  const clause = book?.clause.some((one) => one.id === now) ? await api.clause(game, now) : null;
  const asked = rulesIn(query);
  const under =
    book && (asked.preset || asked.seats || Object.keys(asked.options).length > 0)
      ? await whoAmI().then(() => api.wholeRules({ game, ...asked }))
      : null;
  return opened(Rules, { games, game, id: now, book, clause, start, under }, "rules");
}

/** The lesson of a game: its rulebook, and the clauses of its steps with their examples played. */
async function lesson(game: string): Promise<Opened> {
  const [{ default: Lesson }, games, book] = await Promise.all([
    import("../rules/Lesson.svelte"),
    api.games(),
    api.rulebook(game),
  ]);
  const info = games.find((one) => one.game === game)!;
  const clauses = await Promise.all((book.lesson ?? []).map((step) => api.clause(game, step.clause)));
  return opened(Lesson, { info, book, clauses });
}

/** A room, its table included: it is shown with its cards, or with the reason why it has none. */
async function room(code: string, looks: boolean, signal?: AbortSignal): Promise<Opened> {
  const parts = Promise.all([import("./Live.svelte"), api.games()]);
  parts.catch(() => {}); // waited for below
  const who = await whoAmI();
  signal?.throwIfAborted();
  const line = lineTo(code, settings.language);
  signal?.addEventListener("abort", () => line.close());
  try {
    // Without a word from the line the server says why there is none.
    const [[{ default: Live }, games], found] = await Promise.all([
      parts,
      line.tells.then((told) => told ?? api.room(code)),
    ]);
    const game = games.find((one) => one.game === found.game)!;
    const map = game.page.ground === "map" ? await loadMapTable(String(found.options.map ?? "world")) : null;
    if (found.state === "waiting")
      await (found.starts === null ? import("./Room.svelte") : import("../room/Gathering.svelte"));
    return opened(Live, { code, who, looks, games, found, line, map });
  } catch (error) {
    line.close();
    if (error instanceof Refusal && error.status === 404) return await gone(code);
    throw error;
  }
}
