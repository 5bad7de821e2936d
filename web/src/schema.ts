// Written by types.mjs from docs/schema.json: the server's own types. Change them there, then `npm run types`.

/** The vote about players who have gone while the game waits for them. */
export interface AbsenceSeen {
  left: number | null;
  needed: number;
  seats: number[];
  votes: VoteSeen[];
}

/** The parts of a seat's result: ``expected + luck + choices + others = result``; ``…_around`` is half the 95 % interval. */
export interface Account {
  choices: number;
  choices_around: number;
  expected: number;
  expected_around: number;
  luck: number;
  others: number;
  others_around: number;
  result: number;
}

export interface Ack {
  id: string;
  seq: number | null;
  type: "ack";
}

/** A choice in its parts, so that a page can point at them; ``text`` is its notation. */
export interface Act {
  cards?: string[];
  cost?: string;
  effect?: string;
  idle?: boolean;
  label?: string;
  number?: number;
  outcome?: string;
  pile?: string;
  seat?: number;
  states?: string[];
  tie?: number;
  verb: string;
}

/** The analysis of a game and its progress. */
export interface Analysis {
  done: number;
  found: Decided | null;
  of: number;
  so_far: ValuesSoFar | null;
  state: "asking" | "compiling" | "done" | "failed" | "playing" | "waiting";
}

/** The difference between a variant and the study's base rules. */
export interface Apart {
  high: number;
  holds: boolean;
  low: number;
  value: number;
}

export interface AskChances {
  id: string;
  seq: number;
  type: "chances";
}

export interface AskHint {
  id: string;
  seq: number;
  type: "hint";
}

/** The numbers from ``least`` on. */
export interface AtLeast {
  least: number;
}

/** A bet on a game of War, made before the first card is turned up. */
export interface Bet {
  longest: number;
  turns: number;
  winner: number;
}

/** The lengths of games of War and of their longest wars, measured over many games. */
export interface BetOdds {
  longest: number[];
  step: number;
  within: number[];
}

/** A rulebook for a page: clauses and rulings, and the scenario matrix where battles have scenarios. */
export interface BookFacts {
  brief?: string[];
  clause: Clause[];
  formerly?: Record<string, string>;
  groups: Record<string, string>;
  lesson?: LessonStep[];
  matrix?: Matrix;
  presets?: Record<string, string[]>;
  ruling: Ruling[];
  scenarios?: ScenarioFacts[];
  short?: string[];
  shown?: string;
  tables?: RuleTable[];
  title: string;
}

/** The option by which a game ends by the clock: at the end of a turn the world is asked whether time is up. */
export interface ByClock {
  minutes: number;
  option: string;
  value: number | boolean;
}

/** When to call me. */
export interface CallWishes {
  quiet?: QuietHours;
  zone: string;
}

/** How and when I am called to my games with days a move. */
export interface Calling {
  days_a_year: number;
  days_left: number;
  devices: number;
  here: boolean;
  holidays: Holiday[];
  quiet: QuietHours | null;
  zone: string;
}

/** A line that explains a part of the table, shown once, in a player's first game of its kind. */
export interface Callout {
  at: "answers" | "discard" | "front" | "goal" | "hand" | "stake" | "states" | "waiting";
  text: string;
  when?: Record<string, (boolean | number | string)[]>;
}

/** Vote on what happens to players who have gone while the game waits for them. */
export interface CastVote {
  bot: boolean;
  id: string;
  seq?: number;
  type: "vote";
}

/** The chance that a choice wins the battle, the 95 % interval, and the number of games played to find it. */
export interface ChanceSeen {
  chance: number;
  choice: string;
  games: number;
  high: number;
  low: number;
}

/** The chances of a player's choices with an open result; sent again after more games. */
export interface Chances {
  chances: ChanceSeen[];
  id: string;
  seq: number;
  type: "chances";
}

/** A logged input: a seat's answer in notation; seat None stands for the world. */
export interface Choice {
  choice: string;
  seat: number | null;
}

export interface ChoiceClock {
  choice: number;
  turn?: number;
}

/** A choice among several, compared with the best one. */
export interface ChoiceDecided {
  advice: string | null;
  best: string;
  compared: Record<string, number>;
  compared_around: Record<string, number>;
  cost: number;
  gains: Record<string, string>;
  high: number;
  led_to: LedTo | null;
  low: number;
  made: string;
  mistake: string | null;
  question: string;
  seat: number;
  turn: number;
}

export interface Choose {
  choice: string;
  id: string;
  seq: number;
  type: "choose";
}

/** One rule: its id, its text in our words, the words of the source, and examples that run. An example is a scenario (threedown.session.scenario) without its ``game``, with a ``note`` on its purpose. */
export interface Clause {
  example: Record<string, unknown>[];
  id: string;
  ruling: string;
  seed: string;
  text: string;
  when: Record<string, boolean | number | string | (boolean | number | string)[] | AtLeast>;
}

/** The clock of the open question: the whole time and the time left, in milliseconds. */
export interface Clock {
  choice: number;
  left: number;
  turn?: Countdown;
}

/** The server stops and will be back. This is the last message; the socket closes with code 1012. */
export interface Closing {
  again: number;
  reason: string;
  type: "closing";
}

/** The room that a code belongs to. */
export interface CodeSeen {
  room: string;
}

/** A choice that a bot's search compared: its share of the game over a number of imagined games. */
export interface ComparedSeen {
  choice: string;
  error: number;
  games: number;
  share: number;
}

/** A countdown to something that happens by itself: the whole time and the time left, in milliseconds. */
export interface Countdown {
  left: number;
  of: number;
}

/** The people who are here now. */
export interface CrowdSeen {
  people: number;
  playing: Record<string, number>;
  waiting: Record<string, number>;
}

/** A past day of a game. */
export interface DailyDay {
  day: string;
  finished: number;
  place: number | null;
}

/** Today's deal of a game, and the caller's part in it. */
export interface DailyDeal {
  bets: number;
  commitment: string;
  finished: number;
  game: string;
  place: number | null;
  room: string | null;
  round: number | null;
  state: "new" | "over" | "playing";
  tomorrow: string;
}

/** The course of the caller's finished try, as far as it is computed. It names no card and no choice. */
export interface DailyDecided {
  adviser: string | null;
  cost: Estimate | null;
  course: number[];
  done: number;
  of: number;
  share: boolean;
  state: "asking" | "compiling" | "done" | "failed" | "playing" | "waiting";
  won: TurnWon | null;
}

/** A bar of the histogram; the best is the first. */
export interface DailyGroup {
  count: number;
  first: number;
  kind: "lost" | "score" | "won";
  last: number;
}

/** The result of a bot's level at the same seat. */
export interface DailyLevel {
  group: number;
  level: string;
  outcome: Outcome;
}

/** One day's deal of a game. While the day lasts, groups and levels are told to those who have finished. */
export interface DailyResult {
  bets: number;
  commitment: string;
  day: string;
  finished: number;
  game: string;
  groups: DailyGroup[];
  left: number;
  levels: DailyLevel[];
  mine: DailyTry | null;
  odds: BetOdds | null;
  preset: string;
  seats: number;
  secret: string | null;
  state: "new" | "over" | "playing";
  stories: DailyStory[];
}

/** The deals of a day. */
export interface DailySeen {
  day: string;
  deals: DailyDeal[];
  left: number;
}

/** A finished try of somebody, open to all once the day is over. */
export interface DailyStory {
  place: number;
  room: string;
}

/** The caller's try. */
export interface DailyTry {
  bet: Bet | null;
  group: number;
  outcome: Outcome;
  place: number;
  room: string;
  share: string;
}

/** The luck of a finished game's deal: the caller's, or the first seat's for a spectator. */
export interface DealLuckSeen {
  dealt: number[];
  rank: string;
  seat: number;
  state: "asking" | "compiling" | "done" | "failed" | "playing" | "waiting";
  text: string;
}

/** The header of a game that has been dealt. */
export interface Dealt {
  header: string;
  settled: string;
}

/** The analysis of a game, in shares of the game or, if ``share`` is false, in the game's own unit. */
export interface Decided {
  accounts: Account[];
  adviser: string | null;
  choices: ChoiceDecided[];
  level: string;
  points: TurningPoint[];
  seed: number;
  sentences: string[];
  share: boolean;
  start: number[];
  turns: TurnDecided[];
  worlds: number;
}

/** A device on which a guest is signed in. */
export interface DeviceSeen {
  came: number | null;
  id: string;
  label: string;
  seen: number | null;
  this: boolean;
}

/** The kinds of events that the page stages. */
export interface Drama {
  battle?: string[];
  bets?: string[];
  cited?: string[];
  hands?: string[];
  interlude?: string[];
  mark?: string;
  pays?: string[];
  reason?: string[];
  ring?: string[];
  settled?: string[];
  suspense?: boolean;
}

/** An entry that others followed at once: what its ``step`` would have told but for the table in between. */
export interface EarlierEntry {
  digest?: TurnDigest;
  events: {
    card?: string;
    /** The first clause of the rulebook behind it, where known. */
    clause?: string;
    depth?: number;
    from?: string;
    kind: string;
    seat?: number;
    /** What this one may hear of it; not there if it is not told. */
    text?: string;
    to?: string;
    [more: string]: unknown;
  }[];
  seq: number;
}

/** The effect of another value of an option on the length of a game: a share of it, with the 95 % interval. */
export interface Effect {
  high: number;
  holds: boolean;
  low: number;
  turns: number;
  value: unknown;
}

/** The known facts about a table's rules: the length of a game, and the effect of each option. */
export interface Effects {
  effects: Record<string, Effect[]>;
  game: string;
  games: number;
  median: number;
  options: Record<string, unknown>;
  p95: number;
  seats: number;
  seed: number;
  turns: number;
  version: number;
}

/** The effects, or the progress of measuring them. */
export interface EffectsSeen {
  done: number;
  found: Effects | null;
  of: number;
  state: "asking" | "compiling" | "done" | "failed" | "playing" | "waiting";
}

export interface Emote {
  emote: string;
  seat: number;
  type: "emote";
}

/** The words for the end of a game, in English; the page gets them in the speaker's language. */
export interface Ending {
  again?: string;
  loser?: string;
}

/** A value with its 95 % interval. */
export interface Estimate {
  high: number;
  low: number;
  value: number;
}

/** All that is needed to check a game that is over: the commitment, and every draw. */
export interface Fairness {
  block: number;
  commitment: string;
  draws: [number, number][] | null;
  header: string;
  how: string[];
  key: string;
  names: string[];
  options: Record<string, unknown>;
  pack: string[];
  parts: string[];
  room: string;
  sealed: boolean;
  secret: string;
  settled: string;
}

/** A line of the results as a file. */
export interface FinalResult {
  games: number;
  name: string;
  place: number;
  points: number;
  program: boolean;
  round: number | null;
  wins: number;
}

/** The result, the hash of piles and state, and the draws as (n, result). */
export interface Footer {
  draws?: [number, number][];
  hash: string;
  result: Record<string, unknown>;
}

/** The header before the deal. Nothing in it changes any more; players send the parts whose hashes it contains. */
export interface Frozen {
  header: string;
  left: number;
  waits: number[];
}

/** The facts about a game, for forms, lists and programs that don't know it. */
export interface GameFacts {
  by_clock: ByClock | null;
  events: string[];
  game: string;
  levels: string[];
  offered: string[];
  options: Record<string, unknown>;
  page: PageFacts;
  piles: string[];
  preset: string;
  presets: PresetFacts[];
  questions: Record<string, string>;
  seats: [number, number];
  summary: string;
  title: string;
  version: number;
}

/** The rated games of a person in one game. */
export interface GameProfile {
  adjusted: RatingSeen | null;
  adjusted_course: RatingPoint[];
  against: Opponent[];
  course: RatingPoint[];
  even: number;
  game: string;
  games: number;
  lost: LostByChoices | null;
  rating: RatingSeen | null;
  share: Estimate | null;
  won: number;
}

/** A logged input: play on by so many turns. */
export interface Go {
  go: number;
}

/** Be ready to go on when no player has a question. */
export interface GoOn {
  id: string;
  seq: number;
  type: "go";
  until?: "end" | "milestone" | "turn";
}

export interface Guest {
  name: string;
  player: string;
  token?: string;
}

export interface HandOver {
  seat: number;
}

/** Everything settled before the deal. */
export interface Header {
  chain?: string;
  chance: SealedChance | SeededChance | KnownChance;
  game: string;
  laid?: LaidTable;
  names: string[];
  options: Record<string, unknown>;
  seats: number;
  threedown: number;
  version: number;
}

/** The host has started and the header is final: players ``reveal`` the parts of the hashes. It comes again after a ``hello``. Rooms in which nobody has sent a hash are dealt at once, without it. */
export interface HeaderSealed {
  chain: string;
  hashes: (string | null)[];
  header: Record<string, unknown>;
  left: number;
  type: "sealed";
}

export interface Hello {
  after?: number;
  language?: string;
  over?: number;
  parts?: boolean;
  together?: boolean;
  type: "hello";
}

export interface Hint {
  choice: string;
  compared: ComparedSeen[];
  id: string;
  short: string;
  type: "hint";
  why: string;
}

/** Days on which my clocks stand, the last one included, as dates of my time zone. */
export interface Holiday {
  first: string;
  last: string;
}

export interface Join {
  colour?: string;
  name?: string;
  part?: string;
  part_hash?: string;
  program?: boolean;
  seat?: number;
}

/** Rules to keep under a name; ``seats`` is left out if any number may play. */
export interface KeepRules {
  copy_of?: string;
  game: string;
  listed?: boolean;
  name: string;
  options?: Record<string, unknown>;
  preset?: string;
  seats?: number;
  text?: string;
}

export interface Kick {
  seat: number;
  word?: string;
}

/** A value with its 95 % interval, which holds for all looks together. */
export interface Known {
  high: number;
  low: number;
  value: number;
}

/** The chance of a game that plays on from a point of another game whose secret is out: nothing is sealed here. */
export interface KnownChance {
  key: string;
  source: "known";
}

/** A table of an example. */
export interface Laid {
  choice: string | null;
  did: string;
  events: {
    card?: string;
    /** The first clause of the rulebook behind it, where known. */
    clause?: string;
    depth?: number;
    from?: string;
    kind: string;
    seat?: number;
    /** What this one may hear of it; not there if it is not told. */
    text?: string;
    to?: string;
    [more: string]: unknown;
  }[];
  question: Question | null;
  view: View;
}

/** A table laid by hand; the limits are those for input from outside. */
export interface LaidTable {
  piles: Record<string, string>;
  state?: Record<string, number>;
}

export interface LastGame {
  game: string;
  winners: string[];
}

/** The ratings of a game, the best first. Provisional ones are left out, except for the caller's own. */
export interface Leaderboard {
  game: string;
  players: RankedPlayer[];
  provisional: number;
}

/** The consequences of a mistake: each seat's share of the stakes some turns later, on average over the worlds. */
export interface LedTo {
  best: number[];
  helped: number | null;
  made: number[];
  places: PlaceHeld[];
  told: number[];
  told_won: number[];
  turns: number;
  unit: string;
  won_best: number[];
  won_made: number[];
}

/** A step of a lesson: an example of a clause, in which the learner makes the choices. */
export interface LessonStep {
  clause: string;
  done: string;
  example: number;
  line: string;
  rule: string;
  seat: number;
  title: string;
}

/** A code that signs its guest in on another device, once. */
export interface LinkSeen {
  code: string;
  left: number;
  until: number;
  url: string;
}

/** Points lost by choices, a game: a point is a hundredth of the game. */
export interface LostByChoices {
  course: Estimate[];
  games: number;
  group: number;
  kinds: LostByKind[];
  points: Estimate;
}

/** Points lost in the choices of one kind of question, a game. */
export interface LostByKind {
  asked: number;
  points: Estimate;
  question: string;
  title: string;
}

/** A table is ready: join its room. The game begins when everybody has come, or without the others soon after. */
export interface MatchFound {
  room: string;
  type: "matched";
}

/** The scenarios of rank against rank: right of the diagonal different suits, left of it one suit. */
export interface Matrix {
  cells: string[][];
  ranks: string[];
}

/** A measure. */
export interface MeasureFound {
  name: string;
  share: boolean;
  tally: boolean;
  title: string;
}

/** The event to which a player may skip, and its name in the speaker's language. */
export interface Milestone {
  kind: string;
  label: string;
  many: string;
  one: string;
}

/** A try of a guest, as the server has it. */
export interface MyDaily {
  bet: Bet | null;
  day: string;
  game: string;
  room: string;
}

/** Everything that the server has of a guest. */
export interface MyData {
  calling: Calling | null;
  daily: MyDaily[];
  devices: DeviceSeen[];
  guest: Guest;
  passkeys: PasskeySeen[];
  records: string[];
  reports: ReportSeen[];
  rooms: MyRoom[];
  rule_sets: RuleSetSeen[];
}

/** A room in which I sit. */
export interface MyRoom {
  absence: AbsenceSeen | null;
  asked: number[];
  asks: boolean | null;
  choice_left: number | null;
  clock: ChoiceClock | null;
  code: string | null;
  commitment: string;
  course: number[][];
  daily: string | null;
  from: Point | null;
  frozen: Frozen | null;
  game: string;
  grows: boolean;
  hints: boolean;
  host: string;
  laid: boolean;
  left: number | null;
  listed: boolean;
  locked: boolean;
  minutes: number | null;
  next: string | null;
  options: Record<string, unknown>;
  pace: number;
  paused: boolean;
  preset: string;
  progress: string;
  rated: boolean;
  result: "draw" | "lost" | "won" | null;
  room: string;
  rule_set: string | null;
  sealed: number | null;
  seats: SeatSeen[];
  seq: number | null;
  settled: string | null;
  starts: number | null;
  state: "over" | "playing" | "stopped" | "waiting";
  stopped: string | null;
  talk: boolean;
  tonight: Tonight | null;
  tournament: string | null;
  url: string;
  variant: string | null;
  waits: boolean;
  wants: Wanted[];
  watch: "anybody" | "nobody";
  watching: number;
  you: number;
}

/** A tournament for one of its players. */
export interface MyTournament {
  course: [number, number][];
  out: number | null;
  paused: boolean;
  place: number;
  player: string;
  table: NextTable | null;
}

export interface NewDevice {
  program?: boolean;
}

export interface NewGuest {
  name?: string;
  program?: boolean;
}

/** ``game``, and what it is played by; or ``from``, with ``bots``, ``pace``, ``clock`` and ``watch``. */
export interface NewRoom {
  bots?: Record<string, string>;
  clock?: ChoiceClock;
  from?: Point;
  game?: string;
  grows?: boolean;
  laid?: LaidTable;
  listed?: boolean;
  minutes?: number;
  options?: Record<string, unknown>;
  pace?: number;
  preset?: string;
  rated?: boolean;
  rule_set?: string;
  seats?: number;
  sit?: Join;
  variant?: string;
  watch?: "anybody" | "nobody";
}

/** A tournament to open: its game, as in the body of a new room, and the length of an arena. A knockout has tables of two, four or six (null: four, or two where the game has no four), of which half go on. */
export interface NewTournament {
  clock?: ChoiceClock;
  game: string;
  in?: number;
  kind?: "arena" | "knockout";
  listed?: boolean;
  minutes?: number;
  options?: Record<string, unknown>;
  preset?: string;
  seats?: number;
}

export interface NextSeat {
  level: string | null;
  name: string;
  place: number | null;
  streak: number;
  you: boolean;
}

/** My table, to which I am called or at which I play. */
export interface NextTable {
  left: number;
  number: number;
  room: string;
  seats: NextSeat[];
}

/** The open question, with all legal choices. */
export interface OpenQuestion {
  choices: string[];
  question: string;
  seat: number | null;
}

export interface Opened {
  commitment: string;
  room: string;
  seat: number | null;
  url: string;
}

/** An opponent in rated games: a person, or a level of bots. */
export interface Opponent {
  ahead: Estimate;
  games: number;
  level: string | null;
  name: string;
  player: string | null;
}

/** A player's result in a deal. Less ``place``, then more ``score``, then fewer ``rounds`` is better. */
export interface Outcome {
  place: number;
  rounds: number;
  score: number;
}

export interface Over {
  record: string;
  result: Record<string, unknown>;
  secret: string;
  type: "over";
}

/** The facts that the page needs to draw a game. */
export interface PageFacts {
  best_rank: string;
  callouts?: Callout[];
  drama: Drama;
  ending: Ending;
  ground: "front" | "house" | "lanes" | "map" | "sectors";
  milestone: Milestone | null;
  rows: boolean;
  self_starting?: boolean;
  share: ShareBasis;
  tile: Tile | null;
}

/** The answer of a browser to the options of a passkey. */
export interface PasskeyAnswer {
  credential: Record<string, unknown>;
}

/** A passkey of a guest. */
export interface PasskeySeen {
  came: number;
  id: string;
}

/** The answer to whether passkeys can be used. */
export interface PasskeysHere {
  available: boolean;
}

/** A turn of a running game, as the player at a seat may know it. */
export interface PastTurn {
  ago: number;
  bots: number[];
  events: {
    card?: string;
    /** The first clause of the rulebook behind it, where known. */
    clause?: string;
    depth?: number;
    from?: string;
    kind: string;
    seat?: number;
    /** What this one may hear of it; not there if it is not told. */
    text?: string;
    to?: string;
    [more: string]: unknown;
  }[];
  seq: number;
  turn: number;
  view: View;
}

/** A pile as one seat or a spectator sees it. */
export interface PileSeen {
  cards?: string[];
  count: number;
}

/** My place in the queue as it is now; null: I have none. */
export interface PlaceChanged {
  place: PlaceSeen | null;
  type: "place";
}

/** A place of a map, and the share of the games in which the seat that chose holds it some turns later. */
export interface PlaceHeld {
  best: number;
  made: number;
  place: string;
}

/** My place in the queue. */
export interface PlaceSeen {
  bots: boolean;
  clock: number;
  game: string;
  level: string;
  offered: boolean;
  others: number[];
  players: SitterSeen[];
  rated: boolean;
  rating: number;
  room: string | null;
  seats: number | null;
  sizes: number[];
  table: number;
  votes: number;
  waited: number;
  waiting: number;
  window: number | null;
  windows: ([number, number | null])[];
}

export interface PlayDaily {
  bet?: Bet;
  day?: string;
}

/** A player's line in the standings. */
export interface PlayerStanding {
  games: number;
  name: string;
  place: number;
  player: string;
  points: number;
  program: boolean;
  status: "out" | "paused" | "playing" | "waiting";
  streak: number;
  table: number | null;
  wins: number;
}

/** A point of a game that is over: its room, and an entry of its log. */
export interface Point {
  room: string;
  seat?: number;
  seq: number;
}

/** A named set of house rules. */
export interface PresetFacts {
  first?: boolean;
  help: string;
  name: string;
  options: Record<string, unknown>;
  seats: number;
  title: string;
}

/** A refusal (RFC 9457). */
export interface Problem {
  allowed?: string[];
  detail: string;
  status: number;
  title: string;
}

/** A person as others may see them, if the person allows it. */
export interface Profile {
  games: GameProfile[];
  name: string;
  player: string;
  shown: boolean;
  you: boolean;
}

/** The answer to whether this server sends push messages. */
export interface PushHere {
  available: boolean;
  key: string | null;
}

/** The open question. Only the seat asked sees the choices; everyone sees them if the world is asked. */
export interface Question {
  choices?: string[];
  lead?: string;
  parts?: Act[];
  question: string;
  reaction?: Reaction;
  rule?: string;
  seat: number | null;
  seats?: number[];
  text?: string;
  usual?: string;
  why_not?: WhyNot[];
}

/** The hours in which I am not called, in minutes of my day; messages wait until they are over. */
export interface QuietHours {
  end: number;
  start: number;
}

/** A row of a leaderboard. */
export interface RankedPlayer {
  adjusted: RatingSeen | null;
  level: string | null;
  name: string;
  place: number | null;
  player: string | null;
  rating: RatingSeen;
  you: boolean;
}

/** A rating after a game. */
export interface RatingPoint {
  around: number;
  rating: number;
  when: number;
}

/** A rating of a game. */
export interface RatingSeen {
  around: number;
  games: number;
  provisional: boolean;
  rating: number;
}

/** The times that a question takes for an answer; all are in milliseconds. >>> reaction = Reaction("slap", "pass", step=50, window=1500) >>> reaction.choice(412.7), reaction.choice(0), reaction.choice(1501) ('slap 450', 'slap 50', 'pass') >>> reaction.time_of("slap 450"), reaction.time_of("pass") (450, None) >>> reaction.is_alike("slap 450", "slap 50"), reaction.is_alike("slap 450", "pass") (True, False) */
export interface Reaction {
  act: string;
  passes: string;
  step: number;
  window: number;
}

export interface Refusal {
  choices?: string[];
  id: string | null;
  reason: string;
  seq: number | null;
  type: "refused";
}

export interface Rename {
  name: string;
}

/** A report about the player at a seat. Another one by the same person in the same room takes its place. */
export interface Report {
  reason: "cheating" | "other" | "stalling" | "words";
  seat: number;
  word?: string;
}

/** A report, as its author may read it. */
export interface ReportSeen {
  game: string;
  name: string;
  reason: "cheating" | "other" | "stalling" | "words";
  room: string;
  sent: number;
  word: string;
}

/** The state of a game, with every card by name: for scenarios, and for games that are over. */
export interface Result {
  over: boolean;
  pending: OpenQuestion | null;
  piles: Record<string, string>;
  ranking: number[][];
  reason: string | null;
  state: Record<string, number>;
  turn_winner: number | null;
  turns: number;
  winners: number[];
}

export interface Reveal {
  part: string;
}

/** Send the part whose hash I have sent, once the header is sealed; the last part brings the deal. */
export interface RevealPart {
  id: string;
  part: string;
  type: "reveal";
}

export interface RoomChanged {
  room: RoomSeen;
  type: "room";
  you: number | null;
}

export interface RoomSeen {
  absence: AbsenceSeen | null;
  asks: boolean | null;
  clock: ChoiceClock | null;
  code: string | null;
  commitment: string;
  daily: string | null;
  from: Point | null;
  frozen: Frozen | null;
  game: string;
  grows: boolean;
  hints: boolean;
  host: string;
  laid: boolean;
  left: number | null;
  listed: boolean;
  locked: boolean;
  minutes: number | null;
  next: string | null;
  options: Record<string, unknown>;
  pace: number;
  paused: boolean;
  preset: string;
  rated: boolean;
  room: string;
  rule_set: string | null;
  sealed: number | null;
  seats: SeatSeen[];
  seq: number | null;
  settled: string | null;
  starts: number | null;
  state: "over" | "playing" | "stopped" | "waiting";
  stopped: string | null;
  talk: boolean;
  tonight: Tonight | null;
  tournament: string | null;
  url: string;
  variant: string | null;
  wants: Wanted[];
  watch: "anybody" | "nobody";
  watching: number;
}

/** A player's or a bot's line at a table. */
export interface RoundSeat {
  difference: number | null;
  goes_on: boolean;
  level: string | null;
  name: string;
  place: number;
  player: string;
  points: number;
  program: boolean;
}

/** A round: every table plays the same deals. */
export interface RoundSeen {
  commitment: string;
  deals: number;
  number: number;
  seats: number;
  secret: string | null;
  starts: number;
  state: "coming" | "over" | "playing";
  tables: RoundTableSeen[];
}

/** A table of a round, the best first. */
export interface RoundTableSeen {
  deal: number;
  number: number;
  rooms: string[];
  seats: RoundSeat[];
}

/** An example of a clause, played. */
export interface RuleExample {
  note: string;
  result: Record<string, unknown>;
  scenario: Record<string, unknown>;
  steps: Laid[];
  story: string[];
}

/** A rule set that is kept here. */
export interface RuleSetSeen {
  author: string;
  changed: number;
  changes: Record<string, unknown>;
  copied: string | null;
  copy_of: string | null;
  game: string;
  listed: boolean;
  mine: boolean;
  name: string;
  options: Record<string, unknown>;
  preset: string;
  rule_set: string;
  seats: number | null;
  text: string;
  url: string;
}

/** Rules that are easier to look up than to read: rows below a head. */
export interface RuleTable {
  head: string[];
  rows: string[][];
  title: string;
  when?: Record<string, boolean | number | string | (boolean | number | string)[] | AtLeast>;
}

/** The rules whose options' effects are asked for. */
export interface Rules {
  game: string;
  options?: Record<string, unknown>;
  preset?: string;
  seats?: number;
}

/** The rules of a table, all of them spelled out. */
export interface RulesSeen {
  changes: Record<string, unknown>;
  game: string;
  options: Record<string, unknown>;
  preset: string;
  seats: number;
  struck: string[];
  summary: Summary | null;
}

/** A decision on a point where the source is silent or contradicts itself; ``options`` name the alternatives. */
export interface Ruling {
  id: string;
  options: string[];
  text: string;
}

/** A short message to the others in the room. */
export interface Say {
  id: string;
  seq?: number;
  text: string;
  type: "say";
}

/** A scenario as written in its file (docs/contract.md). */
export interface Scenario {
  chance?: number[];
  choices?: string[];
  expect?: Record<string, unknown>;
  game: string;
  options?: Record<string, unknown>;
  piles?: Record<string, string>;
  preset?: string;
  seats?: number;
  seed?: number;
  state?: Record<string, number>;
  until?: "choices" | "game" | "turn";
}

/** One scenario of a game whose battles have them. */
export interface ScenarioFacts {
  clauses: [string, string];
  code: string;
  name: string;
  ours: boolean;
  story: string;
  trigger: string;
}

export interface Score {
  name: string;
  seat: number | null;
  wins: number;
}

/** The chance of a real table: ``commitment`` before the parts, ``secret`` (hex) once it is revealed. */
export interface SealedChance {
  commitment: string;
  contributions?: string[];
  part_hashes?: string[];
  secret?: string;
  source: "sealed";
}

export interface Seat {
  bot: string | null;
}

/** Everything that a seat (None: a spectator) learns of a table at one moment. */
export interface SeatMoment {
  events: Record<string, unknown>[];
  question: Question | null;
  view: View;
}

/** The rating of a seat's person or bot in a room. */
export interface SeatRating {
  rating: RatingSeen | null;
  seat: number;
}

export interface SeatSeen {
  colour: string | null;
  gone: number | null;
  here: boolean;
  host: boolean;
  kind: "bot" | "open" | "person";
  level: string | null;
  name: string;
  part_hash: string | null;
  program: boolean;
  seat: number;
  shown: boolean;
  stand_in: boolean;
  weaker: string | null;
}

/** The chance of game ``game`` of the run ``seed``: the same cards as in ``threedown sim --seed``. */
export interface SeededChance {
  game?: number;
  seed: number;
  source: "seed";
}

/** The card that entry ``seq`` has laid lies face up on my screen: my time for an answer begins (see ``reaction`` of a question). The room doesn't answer. */
export interface Seen {
  seq: number;
  type: "seen";
}

/** The share of a seat: a counter that every seat has, or the cards in its piles. */
export interface ShareBasis {
  counter?: string;
  piles?: string[];
  unit?: number;
}

export interface ShowEmote {
  emote: string;
  id: string;
  seq?: number;
  type: "emote";
}

export interface ShowProfile {
  shown: boolean;
}

export interface ShowSeat {
  shown: boolean;
}

/** A player at a table that forms. */
export interface SitterSeen {
  bots: boolean;
  name: string;
  rating: number;
  you: boolean;
}

/** A message on the socket of a tournament: its standings, and mine. */
export interface Standings {
  tournament: TournamentSeen;
  type: "standings";
  you: MyTournament | null;
}

/** One entry of the log, as this client may see it. */
export interface Step {
  clock: Clock | null;
  digest: TurnDigest | null;
  events: {
    card?: string;
    /** The first clause of the rulebook behind it, where known. */
    clause?: string;
    depth?: number;
    from?: string;
    kind: string;
    seat?: number;
    /** What this one may hear of it; not there if it is not told. */
    text?: string;
    to?: string;
    [more: string]: unknown;
  }[];
  next: Countdown | null;
  question: Question | null;
  seq: number;
  turn: {
    card?: string;
    /** The first clause of the rulebook behind it, where known. */
    clause?: string;
    depth?: number;
    from?: string;
    kind: string;
    seat?: number;
    /** What this one may hear of it; not there if it is not told. */
    text?: string;
    to?: string;
    [more: string]: unknown;
  }[] | null;
  type: "step";
  undo: boolean;
  view: View;
}

/** Entries that were written together, with the answers to my commands that they come from. Only clients that asked for it in ``hello`` receive it, in place of an ``ack`` and of a ``step`` for each entry. */
export interface Steps {
  acks: Ack[];
  earlier: EarlierEntry[];
  last: Step;
  type: "steps";
}

/** A game that is over, as a seat saw it, as everybody did, or open. */
export interface Story {
  game: string;
  history: number[][];
  last: number;
  levels: string[];
  names: string[];
  next: number | null;
  open: boolean;
  options: Record<string, unknown>;
  preset: string;
  result: Record<string, unknown>;
  room: string;
  seat: number | null;
  steps: StoryStep[];
  variant: string | null;
  you: number | null;
}

/** One entry of the log of a game that is over. */
export interface StoryStep {
  entry: Record<string, unknown> | null;
  events: {
    card?: string;
    /** The first clause of the rulebook behind it, where known. */
    clause?: string;
    depth?: number;
    from?: string;
    kind: string;
    seat?: number;
    /** What this one may hear of it; not there if it is not told. */
    text?: string;
    to?: string;
    [more: string]: unknown;
  }[];
  question: Question | null;
  seq: number;
  turn: number;
  view: View;
}

/** One or two options of these rules to vary: ``vary`` maps an option to its values, including the rules' own. All variants are dealt the same games, at most ``games``. */
export interface Study {
  begin?: boolean;
  game: string;
  games?: number;
  options?: Record<string, unknown>;
  preset?: string;
  seats?: number;
  seed?: number;
  vary?: Record<string, unknown[]>;
}

/** The result of a study after its last look. */
export interface StudyFound {
  base: number;
  command: string;
  game: string;
  games: number;
  look: number;
  looks: number;
  measures: MeasureFound[];
  options: Record<string, unknown>;
  over: boolean;
  precise: boolean;
  seats: number;
  seed: number;
  sentences: Record<string, string[]>;
  step: number;
  until: number;
  variants: VariantFound[];
  version: number;
}

/** The known answer to a question, and the progress of its study. */
export interface StudySeen {
  done: number;
  found: StudyFound | null;
  of: number;
  state: "asking" | "compiling" | "done" | "failed" | "playing" | "stopped" | "unasked" | "waiting";
  study: string;
}

/** The subscription that a browser has made, so that this device gets push messages. */
export interface Subscribe {
  auth: string;
  endpoint: string;
  p256dh: string;
}

/** A game in short, as its house rules have it. */
export interface Summary {
  brief: string[];
  cards: Record<string, string>;
  short: string[];
  shown: string;
  tables: RuleTable[];
}

/** The host's switches; null leaves a switch unchanged. */
export interface Switches {
  hints?: boolean;
  locked?: boolean;
  paused?: boolean;
  talk?: boolean;
  watch?: "anybody" | "nobody";
}

export interface TableInPlay {
  number: number;
  room: string;
}

export interface TableResult {
  ago: number;
  number: number;
  room: string;
  scores: TableScore[];
}

/** A player's score at a table that has ended. */
export interface TableScore {
  ended: number;
  player: string;
  points: number;
  streak: number;
}

export interface TakeBack {
  id: string;
  seq: number;
  type: "undo";
}

/** The game I want to play with others. Sent again for the same game it keeps my place, and changes the rest. */
export interface TakePlace {
  bots?: boolean;
  game: string;
  rated?: boolean;
  seats?: number;
}

/** A player's message to the others. */
export interface Talked {
  name: string;
  seat: number;
  text: string;
  type: "said";
}

/** The tile of a game on the home page. */
export interface Tile {
  art: string;
  place: number;
}

/** The games that these people have played in this room. */
export interface Tonight {
  games: number;
  last: LastGame;
  scores: Score[];
}

export interface TournamentListed {
  game: string;
  kind: "arena" | "knockout";
  left: number;
  minutes: number;
  phase: "over" | "playing" | "waiting";
  players: number;
  preset: string;
  seats: number;
  starts: number;
  tournament: string;
  url: string;
}

export interface TournamentOpened {
  tournament: string;
  url: string;
}

export interface TournamentSeen {
  clock: ChoiceClock | null;
  game: string;
  kind: "arena" | "knockout";
  left: number;
  minutes: number;
  options: Record<string, unknown>;
  phase: "over" | "playing" | "waiting";
  preset: string;
  results: TableResult[];
  rounds: RoundSeen[];
  seats: number;
  standings: PlayerStanding[];
  starts: number;
  tables: TableInPlay[];
  tournament: string;
  url: string;
}

/** A turn (0: the deal): for each seat the value of the position after it, and the effects of luck and choices. */
export interface TurnDecided {
  choices: number[];
  luck: number[];
  turn: number;
  values: number[];
}

/** A turn in one line, as this client may know it. */
export interface TurnDigest {
  kinds: string[];
  seat: number;
  text: string;
}

/** The beginning of the next entry, whose ``step`` comes when the waiting cards have been turned up. Only clients that asked for parts receive it; the ``seq`` of commands stays that of the last ``step``. */
export interface TurnPart {
  events: {
    card?: string;
    /** The first clause of the rulebook behind it, where known. */
    clause?: string;
    depth?: number;
    from?: string;
    kind: string;
    seat?: number;
    /** What this one may hear of it; not there if it is not told. */
    text?: string;
    to?: string;
    [more: string]: unknown;
  }[];
  seq: number;
  turn: number;
  type: "part";
  waits: {
    card?: string;
    /** The first clause of the rulebook behind it, where known. */
    clause?: string;
    depth?: number;
    from?: string;
    kind: string;
    seat?: number;
    /** What this one may hear of it; not there if it is not told. */
    text?: string;
    to?: string;
    [more: string]: unknown;
  }[];
}

/** A played turn, as this client may know it. */
export interface TurnTold {
  digest?: TurnDigest;
  events: {
    card?: string;
    /** The first clause of the rulebook behind it, where known. */
    clause?: string;
    depth?: number;
    from?: string;
    kind: string;
    seat?: number;
    /** What this one may hear of it; not there if it is not told. */
    text?: string;
    to?: string;
    [more: string]: unknown;
  }[];
  turn: number;
}

/** Turn up my waiting card. */
export interface TurnUp {
  id: string;
  seq: number;
  told: number;
  type: "turn_up";
}

/** A turn (0: the deal) with the value of the position after it, for each seat. */
export interface TurnValued {
  turn: number;
  values: number[];
}

/** The turn at which a try was won or lost. */
export interface TurnWon {
  after: number;
  at: number;
  before: number;
  gain: number | null;
  turn: number;
}

/** A turn that certainly changed something, for the seat that it affected most. */
export interface TurningPoint {
  after: number;
  before: number;
  seat: number;
  turn: number;
}

/** A logged input: take back so many of the inputs that still count. */
export interface Undo {
  undo: number;
}

/** The values of the first turns of a game, while the rest of it is played on; in the units of ``Decided``. */
export interface ValuesSoFar {
  share: boolean;
  start: number[];
  turns: TurnValued[];
}

/** The results of one variant. */
export interface VariantFound {
  apart: Record<string, Apart>;
  changes: Record<string, unknown>;
  lengths: number[];
  measures: Record<string, Known>;
  median: Known;
  p95: Known;
}

/** The table as ``seat`` (None: a spectator) may see it. */
export interface View {
  over: boolean;
  piles: Record<string, PileSeen>;
  seat: number | null;
  shares: number[];
  state: Record<string, number>;
  told: Record<string, unknown>;
  turns: number;
}

export interface VoteSeen {
  bot: boolean;
  seat: number;
}

export interface Want {
  want: "another" | "rematch" | null;
}

export interface Wanted {
  seat: number;
  want: "another" | "rematch";
}

export interface WholeTable {
  clock: Clock | null;
  digest: TurnDigest | null;
  events: {
    card?: string;
    /** The first clause of the rulebook behind it, where known. */
    clause?: string;
    depth?: number;
    from?: string;
    kind: string;
    seat?: number;
    /** What this one may hear of it; not there if it is not told. */
    text?: string;
    to?: string;
    [more: string]: unknown;
  }[];
  history: number[][];
  log: TurnTold[];
  next: Countdown | null;
  question: Question | null;
  room: RoomSeen;
  seq: number | null;
  type: "table";
  undo: boolean;
  view: View | null;
  you: number | null;
}

/** A reason why cards of a hand, or states of a map, can't be played now. */
export interface WhyNot {
  cards?: string[];
  clause: string;
  states?: string[];
  text: string;
}

export type FromPlayer = Hello | Seen | RevealPart | Choose | GoOn | TurnUp | TakeBack | AskHint | AskChances | ShowEmote | CastVote | Say;

export type FromRoom = WholeTable | HeaderSealed | Step | Steps | TurnPart | Ack | Refusal | RoomChanged | Emote | Talked | Hint | Chances | Closing | Over;

export type ToGuest = PlaceChanged | MatchFound;

export const EMOTES = ["hello","well played","thanks","oops","hurry","good game"] as const;

export const COLOURS = ["blue","red","yellow","green","violet","grey","orange","teal","pink","brown","olive","navy","maroon","lime","cyan","black"] as const;
