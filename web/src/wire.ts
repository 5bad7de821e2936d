// A room's messages and commands, by the names that the page uses. The types are the server's own: `npm run types`.
import type { GameFacts, SeatSeen, Step as Entry } from "./schema";

export type {
  Act as Part,
  ChanceSeen as Chance,
  Clock,
  Drama,
  TurnDigest as Digest,
  FromPlayer,
  FromRoom,
  Guest,
  Join,
  Milestone,
  MyRoom,
  NewRoom,
  Opened,
  PageFacts,
  PileSeen as PileView,
  PresetFacts as PresetInfo,
  Problem,
  Question,
  TurnPart,
  View,
} from "./schema";
export type { RoomSeen as Room, WholeTable as TableMessage } from "./schema";

export type GameEvent = Entry["events"][number];
/** One entry of a room's log. */
export type Step = Pick<Entry, "seq" | "events" | "view" | "question"> & Partial<Entry>;
/** The players of a table: the facts a table needs, and those that a room adds. */
export type SeatInfo = Pick<SeatSeen, "seat" | "kind" | "name"> & Partial<SeatSeen>;

/** An option, as the JSON Schema of a game's house rules has it. */
export interface OptionSchema {
  /** Its name, and those of its values that are words, in the order of their declaration. */
  title?: string;
  titles?: Record<string, string>;
  /** True if players often change it. */
  common?: boolean;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  anyOf?: OptionSchema[];
  type?: string;
  minimum?: number;
  maximum?: number;
}

export type GameInfo = Omit<GameFacts, "options"> & { options: { properties: Record<string, OptionSchema> } };
