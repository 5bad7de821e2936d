import "./late";
import { afterAll, expect, it, vi } from "vitest";
import { outcomeCalled } from "../daily/daily";
import { counted, maybeCounted, ordinal, speak, t } from "./words.svelte";

vi.stubGlobal("document", { documentElement: {} });
afterAll(() => speak("en"));

it("a number takes the form that its language has for it, also in a text whose key is put together", async () => {
  expect([1, 3].map((n) => counted("home.people", n))).toEqual(["1 person plays", "3 people play"]);
  expect(counted("find.waiting", 1, { game: "War" })).toBe("1 waits for War.");
  await speak("de");
  expect([1, 3].map((n) => counted("home.people", n))).toEqual(["1 spielt gerade", "3 spielen gerade"]);
  expect(counted("find.waiting", 3, { game: "War" })).toBe("3 warten auf War.");
  expect(outcomeCalled("blitz31", { place: 1, score: 1, rounds: 2, won: 0 } as never)).not.toMatch(/life/);
  expect(maybeCounted("daily.score.none", 2)).toBeNull();
});
it("places are numbered as each language does it", async () => {
  await speak("en");
  expect([1, 2, 3, 4, 11, 22].map(ordinal)).toEqual(["1st", "2nd", "3rd", "4th", "11th", "22nd"]);
  await speak("it");
  expect([1, 8, 11].map(ordinal)).toEqual(["1ª", "8ª", "11ª"]);
  await speak("de");
  expect([1, 3].map(ordinal)).toEqual(["1.", "3."]);
});
it("a language that there is none of is English", async () => {
  await speak("tlh");
  expect([t("nav.play"), counted("home.people", 2), ordinal(2)]).toEqual(["Play", "2 people play", "2nd"]);
});
