// The addresses of the page. The server knows the same ones (`server/http/head.py`) and answers any other with status 404.

export type Route =
  | { page: "home" | "mine" | "settings" | "tournaments" | "rulesets" }
  | { page: "room"; room: string; looks: boolean }
  | { page: "story"; room: string; turn: number | null }
  | { page: "fairness"; room: string }
  | { page: "link"; code: string }
  | { page: "people"; player: string }
  | { page: "ratings"; game: string }
  | { page: "find"; game: string }
  | { page: "tournament" | "ruleset"; id: string }
  | { page: "daily"; game: string; day: string }
  | { page: "rules"; game: string; id: string; step: number | null; query: URLSearchParams }
  | { page: "lesson"; game: string }
  | { page: "lab" | "variant"; game: string; query: URLSearchParams };

const number = (query: URLSearchParams, name: string) => (query.has(name) ? Number(query.get(name)) : null);

/** The route of an address; null for an address that is not one of the page's. */
export function routeOf({ pathname, searchParams: query }: URL): Route | null {
  const [page = "", name = "", part = "", ...more] = pathname.replace(/\/$/, "").split("/").slice(1);
  if (more.length > 0) return null;
  if (name === "") {
    if (page === "") return { page: "home" };
    if (page === "mine" || page === "settings" || page === "tournaments" || page === "rulesets") return { page };
  }
  if (page === "r" && name !== "") {
    if (part === "") return { page: "room", room: name, looks: query.has("watch") };
    if (part === "story") return { page: "story", room: name, turn: number(query, "turn") };
    if (part === "fairness") return { page: "fairness", room: name };
  }
  if (page === "people" && name !== "" && part === "") return { page: "people", player: name };
  if (page === "ratings" && name !== "" && part === "") return { page: "ratings", game: name };
  if (page === "find" && name !== "" && part === "") return { page, game: name };
  if (page === "t" && name !== "" && part === "") return { page: "tournament", id: name };
  if (page === "rulesets" && name !== "" && part === "") return { page: "ruleset", id: name };
  if (page === "daily" && name !== "" && /^(\d{4}-\d\d-\d\d)?$/.test(part)) return { page, game: name, day: part };
  if (page === "link" && name !== "" && part === "") return { page: "link", code: name };
  if (page === "learn" && name !== "" && part === "") return { page: "lesson", game: name };
  if (page === "rules") return { page: "rules", game: name, id: part, step: number(query, "step"), query };
  if (part === "" && page === "lab") return { page: "lab", game: name, query };
  if (part === "" && page === "v" && name !== "") return { page: "variant", game: name, query };
  return null;
}
