// The declared length of a turn, against the film of recorded games.
import { describe, expect, it } from "vitest";
import { Director } from "../table/director.svelte";
import { layoutOf } from "../table/layouts/index";
import type { GameInfo, Step } from "../wire";
import { minutesOf, SECONDS_OF_A_TURN } from "./minutes";
import { files, games, wholes, type Played } from "./recorded";
import { Stepped } from "./testing";

/** The recorded game that is whole (Blitzwar's first turns only set it up), or the games of the usual preset, each with another number of seats. */
function recorded({ game, preset }: GameInfo): Promise<{ default: Played }>[] {
  const named = (from: typeof files, name: RegExp) => Object.keys(from).filter((file) => name.test(file));
  const whole = named(wholes, new RegExp(`/${game}-whole\\.json$`));
  if (whole.length > 0) return whole.map((file) => wholes[file]!());
  return named(files, new RegExp(`/${game}-${preset}-\\d\\.json$`)).map((file) => files[file]!());
}

/** The turns of a game after its deal, and the seconds of their film. */
function shown({ steps, seats }: Played, info: GameInfo): { turns: number; seconds: number } {
  const frames = new Stepped();
  const director = new Director(seats, 0, layoutOf(info, seats), info.page.drama, frames);
  director.holds = false;
  const play = (step: Step) => {
    director.receive(step);
    while (director.running) frames.step(16);
  };
  play(steps[0]!);
  const dealt = frames.now;
  steps.slice(1).forEach(play);
  return { turns: steps.at(-1)!.view.turns - steps[0]!.view.turns, seconds: (frames.now - dealt) / 1000 };
}

describe.each(Object.entries(SECONDS_OF_A_TURN))("%s", (game, declared) => {
  it(`takes about ${declared} s a turn`, async () => {
    const info = games.get(game)!;
    const films = (await Promise.all(recorded(info))).map(({ default: played }) => shown(played, info));
    const sum = (of: "turns" | "seconds") => films.reduce((total, film) => total + film[of], 0);
    const measured = sum("seconds") / sum("turns");
    expect(Math.abs(measured / declared - 1), `measured: ${measured.toFixed(2)} s a turn`).toBeLessThan(0.25);
  });
});

it("the speed of the film scales the minutes, and a game that was not measured has none", () => {
  const minutes = (speed: number) => minutesOf("war", 600, speed);
  expect([0.5, 1, 2, 8, Infinity].map((speed) => minutes(speed)?.toFixed(1))).toEqual([
    "22.0",
    "11.0",
    "5.5",
    "2.2",
    "0.0",
  ]);
  expect(minutesOf("whist", 600, 1)).toBeNull();
});
