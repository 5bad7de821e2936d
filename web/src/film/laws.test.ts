// The laws of the film, checked every 16 ms over the scenes of recorded games, and each seen to fail on a planted break.
import { describe, expect, it } from "vitest";
import type { Place } from "../table/drawing";
import { layoutOf } from "../table/layouts/index";
import { append, appendPart } from "./compile";
import { partsOf, watched, type Broken, type Compiler } from "./laws";
import { files, games, type Played } from "./recorded";
import type { Rules } from "./reel";
import type { Ground } from "./scene";
import { ENDED, type Still } from "./still";
import type { Cue, Timeline } from "./timeline";

/** A game at every share, which the tests in the browser play as well. */
const made = import.meta.glob<{ lopsided: (shares: readonly number[]) => Played; again: () => Played }>(
  "../../tests/lopsided.mjs",
);
const whole = async (name: string): Promise<Played> => (await files[`../../fixtures/film/${name}.json`]!()).default;
/** A recorded game: its first turns, or all of it if more games are asked for. */
async function read(name: string): Promise<Played> {
  const played = await whole(name);
  return { ...played, steps: played.steps.slice(0, wanted ? undefined : 14) };
}
/** One game of each kind for two and for four; `VITE_FILM=all npm test` checks every preset and number of seats. */
const wanted = import.meta.env.VITE_FILM as string | undefined;
const recorded = Object.keys(files)
  .map((file) => file.slice(file.lastIndexOf("/") + 1, -".json".length))
  .filter((name) => wanted === "all" || (wanted ? name.includes(wanted) : some(name)));

function some(name: string): boolean {
  const [, game, , seats] = /^(.+?)-(seed|usual|bicycle|three-down)-(\d)$/.exec(name) ?? [];
  return game !== undefined && ["2", "4"].includes(seats ?? "");
}

const SIZES = {
  desk: { breakpoint: "desk", width: 968, height: 728 },
  phone: { breakpoint: "phone", width: 390, height: 712 },
  small: { breakpoint: "phone", width: 360, height: 508 },
  tablet: { breakpoint: "desk", width: 768, height: 952 },
  narrow: { breakpoint: "desk", width: 628, height: 628 },
  lying: { breakpoint: "desk", width: 740, height: 390 },
} as const;

function staged({ game, seats }: Played, size: keyof typeof SIZES): { rules: Rules; ground: Ground } {
  const info = games.get(game)!;
  const layout = layoutOf(info, seats);
  const { drama } = info.page;
  return {
    rules: { seats, me: 0, counting: layout.counts, bySeat: layout.bySeat, drama, holds: true },
    ground: { layout, ...SIZES[size], me: 0, seats, reduced: false, ends: true },
  };
}

/** The breaches of a game, each law's first few. */
function breaches(played: Played, size: keyof typeof SIZES, compiler: Compiler = { append, appendPart }): Broken[] {
  const { rules, ground } = staged(played, size);
  return watched(played.steps, rules, ground, compiler);
}

/** A timeline in which the cues since a time are changed. */
type Break = (timeline: Timeline, now: number) => Timeline;
const since =
  (change: (cue: Cue, i: number, all: readonly Cue[]) => Cue): Break =>
  (timeline, now) => ({
    ...timeline,
    cues: timeline.cues.map((cue, i, all) => (cue.at >= now ? change(cue, i, all) : cue)),
  });
const inStill = (change: (still: Still, last: Still) => Still) =>
  since((cue, _, all) => ({ ...cue, still: change(cue.still, all.at(-1)!.still) }));

const BREAKS: readonly [law: Broken["law"], what: string, plant: Break][] = [
  [
    "seen",
    "the sweep comes as soon as both cards lie",
    (timeline, now) => {
      const rests = timeline.rests.filter((one) => one.from > now);
      const early = (at: number) => at - rests.reduce((sum, one) => sum + (at >= one.to ? one.to - one.from : 0), 0);
      return { ...since((cue) => ({ ...cue, at: early(cue.at) }))(timeline, now), waits: timeline.waits.map(early) };
    },
  ],
  ["never ahead", "the log tells all of a message at once", inStill((still, { log }) => ({ ...still, log }))],
  [
    "never ahead",
    "a number counts cards that are on their way",
    inStill((still) => ({ ...still, lying: new Map([...still.tableau].map(([pile, of]) => [pile, of.length])) })),
  ],
  [
    "true at rest",
    "the last cue is lost, but for the deal's",
    (timeline) => ({
      ...timeline,
      cues: timeline.cues.slice(0, timeline.cues.at(-1)!.still.view?.turns ? -1 : undefined),
    }),
  ],
  ["never back", "a message begins before it came", since((cue) => ({ ...cue, at: cue.at - 100 }))],
  ["never empty", "the last battle is not kept", inStill((still) => ({ ...still, last: null }))],
  ["never skipped", "my card does not wait", inStill((still) => ({ ...still, held: false }))],
];

const ENDS: readonly [law: Broken["law"], what: string, plant: Break][] = [
  ["never ahead", "the end is told with the first cue", inStill((still, { ended }) => ({ ...still, ended }))],
  ["true at rest", "the end is not told", inStill((still) => ({ ...still, ended: ENDED.not }))],
  ["true at rest", "the log does not say who has won", inStill((still) => ({ ...still, log: still.log.slice(0, -1) }))],
];

describe("a planted break of the end is found", () => {
  it.each(ENDS)("%s: %s", async (law, _, plant) => {
    const played = await whole("tod-und-leben-seed-2");
    const last = played.steps.length - 1;
    expect(played.steps[last]!.view.over).toBe(true);
    let step = 0;
    const broken: typeof append = (timeline, told, now, rules) => {
      const film = append(timeline, told, now, rules);
      return step++ === last ? plant(film, Math.max(now, timeline.ends)) : film;
    };
    expect(breaches(played, "desk")).toEqual([]);
    expect(breaches(played, "desk", { append: broken, appendPart }).map((one) => one.law)).toContain(law);
  });
});

describe("a planted break is found", () => {
  it.each(BREAKS)("%s: %s", async (law, _, plant) => {
    const broken: Compiler = {
      append: (timeline, step, now, rules) => plant(append(timeline, step, now, rules), Math.max(now, timeline.ends)),
      appendPart: (timeline, part, now, rules) =>
        plant(appendPart(timeline, part, now, rules), Math.max(now, timeline.ends)),
    };
    const played = await read("war-three-down-2");
    const some = { ...played, steps: played.steps.slice(0, 7) };
    expect(breaches(some, "desk")).toEqual([]);
    expect(breaches(some, "desk", broken).map((one) => one.law)).toContain(law);
  });
});

describe("a war", () => {
  it.each(["war-three-down-2", "war-three-down-4"])("that is told in one step keeps the laws: %s", async (name) => {
    const played = await read(name);
    const { rules } = staged(played, "desk");
    expect(played.steps.flatMap((step) => partsOf(step, rules)).length).toBeGreaterThan(0);
    expect(breaches(played, "desk", { append, appendPart: null })).toEqual([]);
  });
});

/** Whole games on tables that are small, low or full, where a card was once covered, cut or in the mouth. */
const TIGHT: readonly [name: string, size: keyof typeof SIZES][] = [
  ["blitzkrieg-seed-2", "small"],
  ["blitzkrieg-seed-2", "lying"],
  ["casino-war-seed-6", "small"],
  ["tod-und-leben-five-rounds-2", "lying"],
  ["beggar-my-neighbour-four-players-3", "desk"],
  ["beggar-my-neighbour-usual-5", "phone"],
  ["war-win-pile-4", "desk"],
];
it.each(TIGHT)("%s keeps the laws to its end: %s", async (name, size) => {
  expect(breaches(await whole(name), size).slice(0, 3)).toEqual([]);
});

const sizes = (wanted === "all" ? Object.keys(SIZES) : ["desk", "phone"]) as (keyof typeof SIZES)[];
describe.each(sizes)("%s", (size) => {
  it.each(recorded)("%s keeps the laws", async (name) => {
    expect(breaches(await read(name), size).slice(0, 3)).toEqual([]);
  });
});

describe.each(Object.keys(SIZES) as (keyof typeof SIZES)[])("War at every share, %s", (size) => {
  it("keeps the laws", async () => {
    const { lopsided } = await Object.values(made)[0]!();
    const each = wanted === "all" ? Array.from({ length: 51 }, (_, i) => i + 1) : [1, 2, 5, 20, 47, 50, 51];
    expect(breaches(lopsided(each), size).slice(0, 3)).toEqual([]);
  });
  it("keeps the laws in a war after a war", async () => {
    const { again } = await Object.values(made)[0]!();
    expect(breaches(again(), size).slice(0, 3)).toEqual([]);
  });
});

it("a row that lies in the mouth, under a number or beyond the table is found", async () => {
  const { lopsided } = await Object.values(made)[0]!();
  const played = lopsided([26]);
  const { rules, ground } = staged(played, "desk");
  const { places } = ground.layout.desk;
  const found = (row: Partial<Place>) => {
    const desk = { ...ground.layout.desk, places: { ...places, "pot far": { ...places["pot far"]!, ...row } } };
    const broken = watched(
      played.steps,
      rules,
      { ...ground, layout: { ...ground.layout, desk } },
      { append, appendPart },
    );
    return broken.filter((one) => one.law === "legible").map((one) => one.why);
  };
  expect(found({})).toEqual([]);
  // The mouth keeps off both rows: one that lies beside mine leaves it no room.
  expect(found({ y: 500 }).join()).toMatch(/lies in the mouth/);
  expect(found({ span: 620, tight: 80 }).join()).toMatch(/lies on the number of seat 1/);
  expect(found({ x: 40 }).join()).toMatch(/is cut by/);
});
