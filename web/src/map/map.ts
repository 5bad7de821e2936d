// A map of states as the game's own data has it, and where its states lie on the page.
import { type Language, placesIn } from "../words/catalogue";

export interface MapState {
  name: string;
  title: string;
  continent: string;
  arm: "infantry" | "cavalry" | "cannon";
  label: [number, number];
  shape: number[][];
}

export interface GameMap {
  name: string;
  title: string;
  width: number;
  height: number;
  continents: { name: string; title: string; bonus: number; colour: string; label: [number, number] }[];
  states: MapState[];
  borders: [string, string][];
  /** Lines that show a border over the sea. */
  links: { between: [string, string]; line: number[] }[];
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The maps that come with the game: each is a file of its own, which the page loads when it is played on. */
const MAPS = import.meta.glob<GameMap>("../../../src/threedown/games/blitzwar/maps/*.json", { import: "default" });

/** The map's data, fetched apart from the page's script, its places as they are called in a language. */
export async function loadMap(name: string, language: Language = "en"): Promise<GameMap> {
  const map = await MAPS[`../../../src/threedown/games/blitzwar/maps/${name}.json`]!();
  if (language === "en") return map;
  const called = await placesIn(language);
  const named = <T extends { title: string }>(one: T): T => ({ ...one, title: called[one.title] ?? one.title });
  return { ...named(map), continents: map.continents.map(named), states: map.states.map(named) };
}

/** A sentence with states by their titles: the server writes them as they are chosen by. */
export function titled(map: Pick<GameMap, "states">, text: string): string {
  const title = new Map(map.states.map((one) => [one.name, one.title]));
  return text.replace(/[a-z]+(?:-[a-z]+)*/g, (word) => title.get(word) ?? word);
}

/** A state's outline as an SVG path. */
export function outline(shape: readonly (readonly number[])[]): string {
  return shape
    .map((ring) => {
      let d = "";
      for (let i = 0; i < ring.length; i += 2) d += `${i ? "L" : "M"}${ring[i]} ${ring[i + 1]}`;
      return d + "Z";
    })
    .join("");
}

/** An edge that two states share. */
export interface Shared {
  states: [string, string];
  d: string;
}

/** The edges that states share, as they lie in the data: where owners differ they are fronts. */
export function sharedEdges(map: Pick<GameMap, "states">): Shared[] {
  const seen = new Map<string, string>();
  const found = new Map<string, Shared>();
  for (const { name, shape } of map.states)
    for (const ring of shape)
      for (let i = 0; i < ring.length; i += 2) {
        const [a, b] = [`${ring[i]} ${ring[i + 1]}`, `${ring[(i + 2) % ring.length]} ${ring[(i + 3) % ring.length]}`];
        const key = a < b ? `${a},${b}` : `${b},${a}`;
        const other = seen.get(key);
        if (other === undefined) seen.set(key, name);
        else if (other !== name) {
          const pair = `${other}|${name}`;
          const shared = found.get(pair) ?? { states: [other, name], d: "" };
          shared.d += `M${a}L${b}`;
          found.set(pair, shared);
        }
      }
  return [...found.values()];
}

type Line = readonly number[];

/** A border over the sea: the lines that show it. */
export interface Oversea {
  between: [string, string];
  line: Line;
}

/**
 * Every border that two states do not share as an edge, as a line: what the map's data has, and across a strait too
 * narrow for that the shortest way from shore to shore.
 */
export function oversea(map: Pick<GameMap, "states" | "borders" | "links">): Oversea[] {
  const key = (pair: readonly string[]) => [...pair].sort().join("|");
  const shown = new Set([
    ...sharedEdges(map).map((one) => key(one.states)),
    ...map.links.map((one) => key(one.between)),
  ]);
  const shape = new Map(map.states.map((one) => [one.name, one.shape]));
  const straits = map.borders.filter((pair) => !shown.has(key(pair)));
  return [
    ...map.links,
    ...straits.map((between) => ({ between, line: strait(shape.get(between[0]) ?? [], shape.get(between[1]) ?? []) })),
  ];
}

/** A line from corner to corner, as a path. */
export const drawn = (line: readonly number[]): string =>
  line.map((at, n) => (n % 2 ? at : `${n ? "L" : "M"}${at}`)).join(" ");

/** A strait's line reaches so far inland, in units of the map, that it is seen. */
const ASHORE = 7;

/** The shortest way between two coasts, from corner to corner. */
function strait(one: readonly Line[], other: readonly Line[]): number[] {
  let [least, found] = [Infinity, [0, 0, 0, 0]];
  for (const here of one)
    for (let i = 0; i < here.length; i += 2)
      for (const there of other)
        for (let j = 0; j < there.length; j += 2) {
          const far = (here[i]! - there[j]!) ** 2 + (here[i + 1]! - there[j + 1]!) ** 2;
          if (far < least) [least, found] = [far, [here[i]!, here[i + 1]!, there[j]!, there[j + 1]!]];
        }
  const [x, y, u, v] = found as [number, number, number, number];
  const length = Math.sqrt(least) || 1;
  const [dx, dy] = [(ASHORE * (u - x)) / length, (ASHORE * (v - y)) / length];
  return [x - dx, y - dy, u + dx, v + dy];
}

const areaOf = (box: Box) => box.width * box.height;

/** The box around the largest land of a state. */
const mainland = (shape: MapState["shape"]): Box =>
  shape.map((ring) => boxOf([ring])).reduce((most, one) => (areaOf(one) > areaOf(most) ? one : most));

/** A ring larger than this share of the map is no small island. */
const LARGE = 1 / 2000;

/** The box around the mainlands of all states and their large islands, but those in the far north: small ones far out do
 * not make the map small. */
export function mainlands(map: Pick<GameMap, "states" | "width" | "height">, margin = 26): Box {
  const lands = map.states.map(({ shape }) => mainland(shape));
  const rings = map.states.flatMap(({ shape }) => shape.map((ring) => boxOf([ring])));
  const wide = [...lands, ...rings.filter((one) => areaOf(one) > LARGE * map.width * map.height)];
  const x = Math.max(0, Math.min(...wide.map((one) => one.x)) - margin);
  const y = Math.max(0, Math.min(...lands.map((one) => one.y)) - margin);
  const right = Math.min(map.width, Math.max(...wide.map((one) => one.x + one.width)) + margin);
  const foot = Math.min(map.height, Math.max(...wide.map((one) => one.y + one.height)) + margin);
  return { x, y, width: right - x, height: foot - y };
}

/** A state's points: as many as it has borders. */
export function pointsOf(map: Pick<GameMap, "borders">, name: string): number {
  return map.borders.filter((pair) => pair.includes(name)).length;
}

/** The box around a state. */
export function boxOf(shape: readonly (readonly number[])[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of shape)
    for (let i = 0; i < ring.length; i += 2) {
      left = Math.min(left, ring[i]!);
      right = Math.max(right, ring[i]!);
      top = Math.min(top, ring[i + 1]!);
      bottom = Math.max(bottom, ring[i + 1]!);
    }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The box of this form around another one. */
export function fitted(box: Box, width: number, height: number): Box {
  const scale = Math.max(box.width / width, box.height / height) || 1;
  const [w, h] = [width * scale, height * scale];
  return { x: box.x + (box.width - w) / 2, y: box.y + (box.height - h) / 2, width: w, height: h };
}

/** The smallest and the largest side of the part around two states, in units of the map. */
const [LEAST, MOST] = [260, 700];
/** What is shown around a state, and on each side of the middle of its army. */
const [SHORE, ARMY] = [16, 60];

type Place = Pick<MapState, "label" | "shape">;

/**
 * The part of a map of this width that shows two states whole, without their islands; if their border leads over its
 * edge, the second one. Of longer states it shows what lies around their armies.
 */
export function around(one: Place, b: Place, across = Infinity): Box {
  const a = Math.abs(one.label[0] - b.label[0]) > across / 2 ? b : one;
  const lands = [a, b].map(({ shape }) => mainland(shape));
  const [x, width] = span(
    lands.flatMap((land) => [land.x, land.x + land.width]),
    [a.label[0], b.label[0]],
  );
  const [y, height] = span(
    lands.flatMap((land) => [land.y, land.y + land.height]),
    [a.label[1], b.label[1]],
  );
  return { x, y, width, height };
}

/** The start and the length of what is shown between the ends of two lands, whose armies stand at `armies`. */
function span(ends: readonly number[], armies: readonly [number, number]): [start: number, length: number] {
  const from = Math.min(Math.min(...ends) - SHORE, Math.min(...armies) - ARMY);
  const to = Math.max(Math.max(...ends) + SHORE, Math.max(...armies) + ARMY);
  const length = Math.min(MOST, Math.max(LEAST, to - from));
  if (length >= to - from) return [(from + to - length) / 2, length];
  return [Math.min(to - length, Math.max(from, (armies[0] + armies[1] - length) / 2)), length];
}

/** On a phone a part is at least and at most so wide, in units of the map: its plates are for a finger. */
const [NARROW, BROAD] = [360, 640];
/** What is shown around the middle of a state. */
const RIM = 90;

/** A state with all that it reaches may be a little wider: none of it is left out. */
const [REACHING, REACH_RIM] = [700, 75];

/** The part of a map that shows a state and those that it reaches, but for those over the map's edge. */
export function reachOf(map: Pick<GameMap, "states" | "borders" | "width">, from: string, reach: ReadonlySet<string>) {
  const at = (name: string) => map.states.find((one) => one.name === name)!.label[0];
  const near = [...reach].filter((name) => Math.abs(at(name) - at(from)) <= map.width / 2);
  return partOf(map, new Set([from, ...near]), REACHING, REACH_RIM);
}

/** The part of a map that shows these states for a finger: the largest group that borders connect, or its middle. */
export function partOf(
  map: Pick<GameMap, "states" | "borders">,
  names: ReadonlySet<string>,
  broad = BROAD,
  rim = RIM,
): Box | null {
  const left = new Set(names);
  let group: string[] = [];
  while (left.size > 0) {
    const reached = [[...left][0]!];
    for (const name of reached) {
      left.delete(name);
      for (const [a, b] of map.borders)
        for (const [one, other] of [
          [a, b],
          [b, a],
        ] as const)
          if (one === name && left.has(other)) {
            left.delete(other);
            reached.push(other);
          }
    }
    if (reached.length > group.length) group = reached;
  }
  const at = map.states.filter((one) => group.includes(one.name)).map((one) => one.label);
  if (at.length === 0) return null;
  const [xs, ys] = [at.map(([x]) => x), at.map(([, y]) => y)];
  const [west, north] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - west, Math.max(...ys) - north];
  const [cx, cy] = [west + wide / 2, north + high / 2];
  const [x, y] = wide + 2 * rim <= broad ? [cx, cy] : at.reduce((a, b) => (far(a, cx, cy) <= far(b, cx, cy) ? a : b));
  const width = Math.min(broad, Math.max(NARROW, wide + 2 * rim));
  const height = Math.min(broad, high + 2 * rim);
  return { x: x - width / 2, y: y - height / 2, width, height };
}

const far = ([x, y]: readonly [number, number], cx: number, cy: number) => Math.hypot(x - cx, y - cy);
