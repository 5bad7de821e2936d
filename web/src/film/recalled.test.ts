// The log after a reload and after an undo is the one that was seen.
import { expect, it } from "vitest";
import { Director } from "../table/director.svelte";
import type { GameEvent, Step } from "../wire";
import { LAYOUT, takes, up, view, WAR } from "./testing";

const war: GameEvent = { kind: "war", text: "War!" };
const TURNS: Step[] = [
  { seq: 1, question: null, view: view(1, 27), events: [up(0, "KS"), up(1, "QH"), ...takes(0)] },
  {
    seq: 2,
    question: null,
    view: view(2, 29),
    events: [up(0, "9S"), up(1, "9H"), war, up(0, "5S"), up(1, "4H"), ...takes(0)],
  },
  { seq: 3, question: null, view: view(3, 28), events: [up(0, "2S"), up(1, "QD"), ...takes(1)] },
];

function opened(): Director {
  const director = new Director(2, 0, LAYOUT, WAR);
  director.lay(view(0, 26), null);
  director.speed = Infinity;
  return director;
}
function played(): Director {
  const director = opened();
  for (const step of TURNS) director.receive(step);
  return director;
}
const lines = (director: Director) => director.log.map(({ turn, lines }) => [turn, ...lines.map((line) => line.text)]);

it("a table that is opened in the midst tells what was told, in the same order", () => {
  const again = new Director(2, 0, LAYOUT, WAR);
  const last = TURNS[2]!;
  again.lay(last.view, last.question, last.events);
  again.recall(
    [],
    TURNS.slice(0, 2).map(({ view, events }) => ({ turn: view.turns, events })),
  );
  expect(lines(again)).toEqual(lines(played()));
  expect(lines(again)[1]).toEqual([
    2,
    "0 turns up 9S.",
    "1 turns up 9H.",
    "War!",
    "1 turns up 4H.",
    "0 turns up 5S.",
    "0 takes the pot.",
  ]);
});

it("an undo takes its turn out of the log, also where the page was opened after it was played", () => {
  const undo: Step = { seq: 4, question: null, view: view(2, 29), events: [], turn: TURNS[1]!.events };
  for (const director of [played(), opened()]) {
    if (director.log.length === 0) {
      const last = TURNS[2]!;
      director.lay(last.view, last.question, last.events);
      director.recall(
        [],
        TURNS.slice(0, 2).map(({ view, events }) => ({ turn: view.turns, events })),
      );
    }
    director.receive(undo);
    expect(lines(director)).toEqual(lines(played()).slice(0, 2));
    director.receive({ ...TURNS[2]!, seq: 5 });
    expect(lines(director)).toEqual(lines(played()));
  }
});

it("an undo in the midst of a turn leaves the lines before it", () => {
  const director = played();
  const undo: Step = { seq: 4, question: null, view: view(3, 29), events: [], turn: TURNS[2]!.events.slice(0, 1) };
  director.receive(undo);
  expect(lines(director).at(-1)).toEqual([3, "0 turns up 2S."]);
});
