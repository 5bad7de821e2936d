// What is heard: over the scenes of recorded games every card that is turned up has its sound, and so has every bet.
import { describe, expect, it } from "vitest";
import { bets, turnsUp } from "../table/events";
import { layoutOf } from "../table/layouts/index";
import type { GameEvent, GameInfo } from "../wire";
import { append } from "./compile";
import { files, games, type Played } from "./recorded";
import { soundOf, type Sound } from "./sounds";
import { resting } from "./timeline";

/** The usual games for two and for three. */
const some = Object.keys(files).filter((file) => /-(seed|usual|bicycle)-[23]\.json$/.test(file));

/** Each step's events, and the sounds of its cues. */
function heard({ seats, steps }: Played, info: GameInfo): { events: readonly GameEvent[]; sounds: readonly Sound[] }[] {
  const { counts: counting, bySeat } = layoutOf(info, seats);
  let film = resting();
  return steps.map((step) => {
    const before = new Set(film.cues);
    film = append(film, step, film.ends, { seats, me: 0, counting, bySeat, drama: info.page.drama, holds: true });
    const cues = film.cues.filter((cue) => !before.has(cue) && cue.heard);
    return { events: step.events, sounds: cues.map((cue) => cue.heard!.sound) };
  });
}

describe("a sound belongs to a kind of event", () => {
  it("a plain battle is silent, and so are a card that waits and the cards of a packet", () => {
    const events = [
      { kind: "battle", scenarios: [] },
      { kind: "turn_up", card: "??" },
      { kind: "deal", card: "??" },
      { kind: "battle", scenarios: ["classic_war"] },
      { kind: "turn_up", card: "7H" },
      { kind: "deal", card: "7H", text: "You get 7♥." },
    ];
    expect(events.map(soundOf)).toEqual([null, null, null, "drums", "turn", "turn"]);
  });
});

describe.each(some)("%s", (file) => {
  it("every card that is turned up is heard once, and every bet", async () => {
    const { default: played } = await files[file]!();
    const info = games.get(played.game)!;
    for (const { events, sounds } of heard(played, info)) {
      const count = (sound: Sound) => sounds.filter((one) => one === sound).length;
      expect(count("turn")).toBe(events.filter((one) => soundOf(one) === "turn").length);
      expect(count("turn")).toBeGreaterThanOrEqual(events.filter((one) => turnsUp(one)).length);
      // The house's own chips are heard as well.
      expect(count("chips")).toBeGreaterThanOrEqual(events.filter((one) => bets(info.page.drama, one)).length);
    }
  });
});
