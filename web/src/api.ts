// All HTTP calls of the page. A refusal is thrown with its sentence.
import type { Fairness } from "./fair/fair";
import type { StoryPart } from "./story/turns";
import type {
  Analysis,
  CrowdSeen,
  DailyDay,
  DailyDecided,
  DailyResult,
  DailySeen,
  Calling,
  CallWishes,
  DealLuckSeen,
  Dealt,
  DeviceSeen,
  EffectsSeen,
  Holiday,
  Leaderboard,
  LinkSeen,
  PasskeySeen,
  PasskeysHere,
  PastTurn,
  PlaceSeen,
  PlayDaily,
  Profile,
  PushHere,
  Rules,
  RulesSeen,
  SeatRating,
  Study,
  StudySeen,
  Subscribe,
  Switches,
  TakePlace,
  Want,
} from "./schema";
import type { PlayedClause, Rulebook } from "./rules/book";
import { spoken } from "./words/words.svelte";
import type { GameInfo, Guest, Join, MyRoom, NewRoom, Opened, Problem, Room } from "./wire";

/** RFC 9457: what was wrong, and what would have been right. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    detail: string,
    readonly allowed: readonly string[] = [],
  ) {
    super(detail);
  }
}

/** What went wrong, in a sentence. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** One call; the parts of the page that load late have some of their own. */
export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(path, {
    method,
    keepalive: method === "DELETE", // a closing page can still say that its player leaves
    headers: { "accept-language": spoken(), ...(body === undefined ? {} : { "content-type": "application/json" }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (answer.status === 204) return undefined as T;
  const data: unknown = await answer.json().catch(() => null);
  if (answer.ok) return data as T;
  const { title = answer.statusText, detail, allowed } = (data ?? {}) as Partial<Problem>;
  throw new Refusal(answer.status, detail ?? title, allowed);
}

/** What never changes while the page is open is asked once in each language. */
const known = new Map<string, Promise<unknown>>();
function once<T>(path: string): Promise<T> {
  const key = `${spoken()} ${path}`;
  const asked = known.get(key) ?? call<T>("GET", path);
  known.set(key, asked);
  asked.catch(() => known.delete(key));
  return asked as Promise<T>;
}

/** Learn what the server has written into the document: the games, in a language. */
export function learn(written: Element | null): void {
  if (written instanceof HTMLElement)
    known.set(`${written.lang} /api/games`, Promise.resolve(JSON.parse(written.textContent)));
}

export const api = {
  guest: (name?: string) => call<Guest>("POST", "/api/guest", { name }),
  me: () => call<Guest>("GET", "/api/me"),
  rename: (name: string) => call<Guest>("PATCH", "/api/me", { name }),
  deleteMe: () => call<void>("DELETE", "/api/me"),
  /** A code with which another device becomes mine; whose code it is; and to become that person here. */
  link: () => call<LinkSeen>("POST", "/api/me/devices"),
  ownerOf: (code: string) => call<Guest>("GET", `/api/devices/${encodeURIComponent(code)}`),
  signIn: (code: string) => call<Guest>("POST", `/api/devices/${encodeURIComponent(code)}`),
  devices: () => call<DeviceSeen[]>("GET", "/api/me/devices"),
  signOut: (device: string) => call<void>("DELETE", `/api/me/devices/${device}`),
  passkeysHere: () => call<PasskeysHere>("GET", "/api/passkeys"),
  passkeys: () => call<PasskeySeen[]>("GET", "/api/me/passkeys"),
  removePasskey: (passkey: string) => call<void>("DELETE", `/api/me/passkeys/${passkey}`),
  optionsToAdd: () => call<PublicKeyCredentialCreationOptionsJSON>("POST", "/api/me/passkeys/options"),
  addPasskey: (credential: object) => call<PasskeySeen>("POST", "/api/me/passkeys", { credential }),
  optionsToSignIn: () => call<PublicKeyCredentialRequestOptionsJSON>("POST", "/api/passkeys/options"),
  usePasskey: (credential: object) => call<Guest>("POST", "/api/passkeys", { credential }),
  games: () => once<GameInfo[]>("/api/games"),
  rulebook: (game: string) => once<Rulebook>(`/api/rules/${game}`),
  story: (room: string, eyes: string | null, first: number) =>
    call<StoryPart>("GET", `/api/rooms/${room}/story?first=${first}${eyes === null ? "" : `&seat=${eyes}`}`),
  /** The turns of a running game after one of them, as my seat saw them. */
  pastTurns: (room: string, after: number) => call<PastTurn[]>("GET", `/api/rooms/${room}/turns?after=${after}`),
  luck: (room: string) => call<DealLuckSeen>("GET", `/api/rooms/${room}/luck`),
  analysis: (room: string) => call<Analysis>("GET", `/api/rooms/${room}/analysis`),
  /** A room that plays on, against bots, from an entry of a game that is over. */
  playOn: (room: string, seq: number) => call<{ url: string }>("POST", "/api/rooms", { from: { room, seq } }),
  fairness: (room: string) => call<Fairness>("GET", `/api/rooms/${room}/fairness`),
  clause: (game: string, id: string) => once<PlayedClause>(`/api/rules/${game}/${id}`),
  /** The known effects of the options of these rules (a body as JSON). */
  effects: (rules: string) => call<EffectsSeen>("POST", "/api/lab/effects", JSON.parse(rules)),
  study: (question: Study) => call<StudySeen>("POST", "/api/lab/study", question),
  stopStudy: (study: string) => call<void>("DELETE", `/api/lab/study/${study}`),
  /** Rules as a link has them, whole. */
  wholeRules: (rules: Rules) => call<RulesSeen>("POST", "/api/lab/rules", rules),
  profile: (player: string) => call<Profile>("GET", `/api/people/${encodeURIComponent(player)}`),
  /** Everybody may see my profile, or nobody else. */
  showProfile: (shown: boolean) => call<Profile>("POST", "/api/me/profile", { shown }),
  ratings: (game: string) => call<Leaderboard>("GET", `/api/ratings/${encodeURIComponent(game)}`),
  /** Today's deals, and my part in them. */
  daily: () => call<DailySeen>("GET", "/api/daily"),
  /** The past deals of a game, and the results of one. */
  dailyDays: (game: string) => call<DailyDay[]>("GET", `/api/daily/${encodeURIComponent(game)}`),
  dailyResult: (game: string, day: string) => call<DailyResult>("GET", `/api/daily/${encodeURIComponent(game)}/${day}`),
  /** Where my try was won, as far as it is computed. */
  dailyDecided: (game: string, day: string) =>
    call<DailyDecided>("GET", `/api/daily/${encodeURIComponent(game)}/${day}/decided`),
  /** Begin my try of today, or return to it; or play the cards of a past day. */
  playDaily: (game: string, wish: PlayDaily) => call<Opened>("POST", `/api/daily/${encodeURIComponent(game)}`, wish),
  seatRatings: (room: string) => call<SeatRating[]>("GET", `/api/rooms/${room}/ratings`),
  /** Whether the server sends push messages; when I am called, and what changes that. */
  pushHere: () => call<PushHere>("GET", "/api/push"),
  calling: () => call<Calling>("GET", "/api/me/calling"),
  callMe: (wishes: CallWishes) => call<Calling>("PUT", "/api/me/calling", wishes),
  subscribe: (subscription: Subscribe) => call<Calling>("POST", "/api/me/push", subscription),
  unsubscribe: () => call<Calling>("DELETE", "/api/me/push"),
  addHoliday: (holiday: Holiday) => call<Calling>("POST", "/api/me/holidays", holiday),
  endHoliday: (first: string) => call<Calling>("DELETE", `/api/me/holidays/${first}`),
  /** How many people play and wait for others; my place among those who wait. */
  crowd: () => call<CrowdSeen>("GET", "/api/queue"),
  takePlace: (wish: TakePlace) => call<PlaceSeen>("POST", "/api/queue", wish),
  leaveQueue: () => call<void>("DELETE", "/api/queue"),
  myRooms: () => call<MyRoom[]>("GET", "/api/me/rooms"),
  openRooms: () => call<Room[]>("GET", "/api/rooms"),
  open: (room: NewRoom) => call<Opened>("POST", "/api/rooms", room),
  room: (room: string) => call<Room>("GET", `/api/rooms/${room}`),
  /** The room that a code leads to. */
  roomOf: (code: string) => call<{ room: string }>("GET", `/api/codes/${encodeURIComponent(code)}`),
  join: (room: string, wish: Join) => call<Room>("POST", `/api/rooms/${room}/join`, wish),
  /** The rules as for a new room, but its game and bots. */
  rules: (room: string, wish: NewRoom) => call<Room>("POST", `/api/rooms/${room}/options`, wish),
  seatBot: (room: string, seat: number, bot: string | null) =>
    call<Room>("POST", `/api/rooms/${room}/seats/${seat}`, { bot }),
  start: (room: string) => call<Room>("POST", `/api/rooms/${room}/start`),
  /** My part, once the header is frozen; and the header that was dealt. */
  part: (room: string, part: string) => call<Room>("POST", `/api/rooms/${room}/part`, { part }),
  deal: (room: string) => call<Dealt>("GET", `/api/rooms/${room}/deal`),
  leave: (room: string) => call<Room>("POST", `/api/rooms/${room}/leave`),
  /** What the host switches on and off. */
  switches: (room: string, wish: Switches) => call<Room>("POST", `/api/rooms/${room}/switches`, wish),
  /** Spectators may look over my seat, or no longer. */
  show: (room: string, shown: boolean) => call<Room>("POST", `/api/rooms/${room}/shown`, { shown }),
  report: (room: string, seat: number, reason: string, word: string) =>
    call<void>("POST", `/api/rooms/${room}/report`, { seat, reason, word }),
  kick: (room: string, seat: number, word: string) => call<Room>("POST", `/api/rooms/${room}/kick`, { seat, word }),
  makeHost: (room: string, seat: number) => call<Room>("POST", `/api/rooms/${room}/host`, { seat }),
  /** What I want after the game. */
  want: (room: string, want: Want["want"]) => call<Room>("POST", `/api/rooms/${room}/want`, { want }),
  rematch: (room: string) => call<Room>("POST", `/api/rooms/${room}/rematch`),
};
