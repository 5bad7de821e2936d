import { expect, it, vi } from "vitest";
import "../words/late";
import { counted } from "../words/words.svelte";
import type { Question, SeatInfo } from "../wire";
import { waitingButtons } from "./waitingButtons";
import { Company, minutes, standsIn } from "./company.svelte";
import type { Director } from "./director.svelte";

const nothing = () => {};
const asks = {
  chances: nothing,
  hint: nothing,
  emote: nothing,
  say: nothing,
  switches: nothing,
  kick: nothing,
  makeHost: nothing,
  show: nothing,
  look: nothing,
  standIn: nothing,
  back: nothing,
  leave: nothing,
  vote: nothing,
  rematch: nothing,
  story: nothing,
  day: nothing,
  tournament: nothing,
  replay: nothing,
  next: nothing,
};

it("a turn has a clock beside that of a choice", () => {
  let now = 0;
  const company = new Company(asks, () => now);
  company.hears({ type: "step", clock: { choice: 60_000, left: 60_000, turn: { of: 120_000, left: 90_000 } } });
  now = 30_000;
  company.tick();
  expect([company.clock, company.turn]).toEqual([
    { left: 30, of: 60 },
    { left: 60, of: 120 },
  ]);
  company.hears({ type: "step", clock: null });
  expect(company.turn).toBeNull();
  company.close();
});

it("a clock counts down from what the room says, and stands still at nought", () => {
  let now = 1000;
  const company = new Company(asks, () => now);
  company.hears({ type: "step", clock: { choice: 60_000, left: 48_000 } });
  expect(company.clock).toEqual({ left: 48, of: 60 });
  now += 47_500;
  company.tick();
  expect(company.clock?.left).toBe(1);
  now += 5_000;
  company.tick();
  expect(company.clock?.left).toBe(0);
  company.close();
});
it("a bot's thinking is told in seconds from the second one on, until it has chosen", () => {
  let now = 0;
  const company = new Company(asks, () => now);
  const director = { me: 0, running: false, view: null, question: { seat: 1 } } as unknown as Director;
  const seats = [
    { seat: 0, kind: "person" },
    { seat: 1, kind: "bot" },
  ] as unknown as readonly SeatInfo[];
  const given = { director, seats, names: ["Ann", "Bot 1"], company } as unknown as Parameters<
    typeof waitingButtons
  >[0];
  const told = () => waitingButtons(given)?.map((one) => one.label);
  company.hears({ type: "step" });
  now = 1_900;
  company.tick();
  expect(told()).toEqual(["Bot 1 is choosing"]);
  now = 2_100;
  company.tick();
  expect(told()).toEqual(["Bot 1 is choosing, 2 s"]);
  company.hears({ type: "step" });
  expect(told()).toEqual(["Bot 1 is choosing"]);
  company.close();
});
it("counts down to a turn that begins by itself, and one press begins it", () => {
  let now = 0;
  const company = new Company(asks, () => now);
  const director = { me: 0, running: false, view: null, question: null } as unknown as Director;
  const gone: string[] = [];
  const given = (selfStarting: boolean) =>
    waitingButtons({
      director,
      seats: [],
      names: [],
      company,
      selfStarting,
      ongo: (until: string) => gone.push(until),
    } as unknown as Parameters<typeof waitingButtons>[0]);
  company.hears({ type: "step", next: { of: 5000, left: 5000 } });
  now = 2_000;
  company.tick();
  const [button] = given(true)!;
  expect(button?.left).toEqual({ left: 3, of: 5 });
  button?.run();
  expect(gone).toEqual(["turn"]);
  expect(given(false)).toBeNull();
  company.hears({ type: "step", next: null });
  expect(company.next).toBeNull();
  company.close();
});
it("the button of a rematch that I want says how many do", () => {
  const company = new Company(asks, () => 0);
  const director = { me: 0, running: false, view: { over: true }, question: null, ending: null } as unknown as Director;
  const seats = [0, 1].map((seat) => ({ seat, kind: "person", here: true })) as unknown as readonly SeatInfo[];
  const given = { director, seats, names: ["Ann", "Ben"], company } as unknown as Parameters<typeof waitingButtons>[0];
  const button = () => waitingButtons(given)![0]!;
  company.room = { seats, wants: [{ seat: 1, want: "rematch" }], sealed: null } as never;
  expect([button().label, button().pressed]).toEqual(["Rematch", false]);
  company.room = { seats, wants: [{ seat: 0, want: "rematch" }], sealed: null } as never;
  expect([button().label, button().pressed, button().disabled]).toEqual(["Rematch, 1 of 2", true, undefined]);
});
it("a closed page is told after the time that loading it again takes; a bot's and an open one never", () => {
  let now = 0;
  const company = new Company(asks, () => now);
  const seat = { seat: 1, kind: "person", name: "Ben", here: false, gone: 0 } as unknown as SeatInfo;
  company.sees({ absence: null, left: 61_000 });
  expect(company.timeLeft()).toBe(61);
  expect(company.hasGone(seat)).toBe(false);
  now = 2_001;
  expect(company.hasGone(seat)).toBe(true);
  expect(company.timeLeft()).toBe(59);
  expect(company.hasGone({ ...seat, here: true, gone: null } as SeatInfo)).toBe(false);
  expect(company.hasGone({ ...seat, kind: "bot" } as SeatInfo)).toBe(false);
  company.close();
});
it("whoever is waited for longer than twenty seconds is late, until something happens", () => {
  let now = 0;
  const company = new Company(asks, () => now);
  company.hears({ type: "step" });
  now = 20_000;
  company.tick();
  expect(company.late).toBe(false);
  now = 20_001;
  company.tick();
  expect(company.late).toBe(true);
  company.hears({ type: "step" });
  expect(company.late).toBe(false);
  company.close();
});
it("a nudge names whom the game waits for, and is past when they have chosen", () => {
  vi.useFakeTimers();
  const company = new Company(asks, () => 0);
  company.room = { seats: ["Ann", "Ben", "Cleo"].map((name, seat) => ({ seat, name })) } as never;
  const asked = (seat: number | null, seats?: number[]) =>
    company.hears({ type: "step", question: { question: "play", seat, seats } as Question });
  const nudges = (seat: number) => company.hears({ type: "emote", seat, emote: "hurry" });
  asked(1);
  nudges(0);
  expect([...company.said]).toEqual([[0, "Ben, your turn!"]]);
  nudges(1); // it is their own turn
  expect([...company.said.keys()]).toEqual([0]);
  company.hears({ type: "emote", seat: 2, emote: "hello" });
  asked(0);
  expect([...company.said]).toEqual([[2, "Hello!"]]);
  asked(null, [1, 2]);
  nudges(0);
  expect(company.said.get(0)).toBe("Ben, Cleo, your turn!");
  company.hears({ type: "emote", seat: 0, emote: "oops" });
  asked(2);
  expect(company.said.get(0)).toBe("Oops"); // said later, and no nudge
  company.close();
  vi.useRealTimers();
});
it("a vote about a player who has gone says how many votes it takes", () =>
  expect([1, 2].map((n) => counted("absence.decide", n))).toEqual([
    "1 vote is enough",
    "2 votes for the same choice are needed",
  ]));
it("a hint is past with the next entry of the log", () => {
  const company = new Company(asks, () => 0);
  company.hears({ type: "hint", choice: "knock", why: "30 of 31" });
  expect(company.hint).toEqual({ choice: "knock", why: "30 of 31", short: "30 of 31" });
  company.hears({ type: "hint", choice: "knock", why: "30 of 31, ± 3", short: "30" });
  expect(company.hint?.short).toBe("30");
  company.hears({ type: "step" });
  expect(company.hint).toBeNull();
  company.close();
});
it("a hint that is asked for says so, not that a bot of the table thinks; one that is refused is past", () => {
  const company = new Company(asks, () => 0);
  company.askHint();
  expect(company.hint).toEqual({ choice: "", why: "Looking for a hint …", short: "Looking for a hint …" });
  company.hears({ type: "refused" });
  expect(company.hint).toBeNull();
  company.hears({ type: "hint", choice: "knock", why: "30 of 31" });
  company.hears({ type: "refused" });
  expect(company.hint?.choice, "a hint that is there stays").toBe("knock");
  company.close();
});
it("minutes and seconds, and of days only the days", () =>
  expect([minutes(72), minutes(8), minutes(86_000), minutes(300_000)]).toEqual(["1:12", "0:08", "23 h", "3 d"]));
it("only a person has a stand-in", () => {
  expect(standsIn({ seat: 0, kind: "bot", name: "" })).toBe(false);
  expect(standsIn({ seat: 0, kind: "person", name: "", stand_in: true } as never)).toBe(true);
});
it("asks once for the chances of a question that is open, and again after a break before they have come", () => {
  let times = 0;
  const company = new Company({ ...asks, chances: () => times++ });
  const defend = { choice: "defend", chance: 0.14, low: 0.12, high: 0.16, games: 1000 };
  const question = (outcome: string) =>
    ({ question: "defend", parts: [{ verb: "defend", outcome }], choices: ["defend"] }) as unknown as Question;
  company.hears({ type: "step", question: question("lose") });
  expect(times).toBe(0);
  company.hears({ type: "step", question: question("chance") });
  company.reconnected();
  expect(times).toBe(2);
  company.hears({ type: "chances", chances: [defend] });
  company.reconnected();
  expect([times, company.chances.get("defend")]).toEqual([2, defend]);
  company.hears({ type: "step", question: null });
  company.reconnected();
  expect([times, company.chances.size]).toEqual([2, 0]);
  company.close();
});
it("whoever comes back after more than one turn has missed turns, and a spectator never", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  const at = (type: "table" | "step", turns: number, you: number | null = 0, room = "r1") =>
    ({ type, you, view: { turns }, room: { room, state: "playing" } }) as const;
  const here = new Company(asks, () => 0);
  here.hears(at("table", 3));
  expect(here.missed).toBeNull();
  here.hears(at("step", 4));
  here.close();
  const soon = new Company(asks, () => 0);
  soon.hears(at("table", 5)); // the turn that went on
  expect(soon.missed).toBeNull();
  const late = new Company(asks, () => 0);
  late.hears(at("table", 9));
  expect(late.missed?.turn).toBe(5);
  const watching = new Company(asks, () => 0);
  watching.hears(at("table", 30, null));
  expect(watching.missed).toBeNull();
  const elsewhere = new Company(asks, () => 0);
  elsewhere.hears(at("table", 30, 0, "r2"));
  expect(elsewhere.missed).toBeNull();
  // A game that is dealt before my eyes: there was no table of it yet.
  const waited = new Company(asks, () => 0);
  waited.hears({ type: "table", you: 0, view: null, room: { room: "r3", state: "waiting" } });
  waited.hears({ type: "room", you: 0, room: { room: "r3", state: "playing" } } as never);
  waited.hears({ ...at("step", 2), seq: 4 });
  const again = new Company(asks, () => 0);
  again.hears(at("table", 9, 0, "r3"));
  expect(again.missed).toEqual({ turn: 2, seq: 4 });
  for (const one of [soon, late, watching, elsewhere, waited, again]) one.close();
  vi.unstubAllGlobals();
});

it("a turn that begins by itself is begun by a press only while a time is shown for it", () => {
  const company = new Company(asks, () => 0);
  const director = { me: 0, running: false, view: null, question: null } as unknown as Director;
  const seats = [{ seat: 0, kind: "person" }] as unknown as readonly SeatInfo[];
  const table = { director, seats, names: ["Ann"], company, selfStarting: true };
  const go = () => waitingButtons(table as unknown as Parameters<typeof waitingButtons>[0])![0]!;
  expect(go().disabled).toBe(true);
  company.hears({ type: "step", clock: null, next: { of: 5000, left: 5000 } });
  expect([go().disabled, go().left]).toEqual([false, { left: 5, of: 5 }]);
  company.close();
});

it("a choice is on its way until the room goes on or refuses it", () => {
  const company = new Company(asks);
  company.sent = true;
  company.hears({ type: "emote", seat: 1, emote: "hello" });
  expect(company.sent).toBe(true);
  company.hears({ type: "refused" });
  expect(company.sent).toBe(false);
  company.sent = true;
  company.hears({ type: "step" });
  expect(company.sent).toBe(false);
  company.close();
});
