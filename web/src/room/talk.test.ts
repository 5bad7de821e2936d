import { expect, it } from "vitest";
import { Talk } from "./talk.svelte";

it("counts what is unread, keeps the last fifty, and hides a muted person until they are heard again", () => {
  const talk = new Talk();
  for (let i = 0; i < 60; i++) talk.hears({ seat: i % 2, name: i % 2 ? "Ben" : "Ann", text: `${i}` });
  expect(talk.lines.map((one) => one.text)).toEqual(Array.from({ length: 50 }, (_, i) => `${i + 10}`));
  talk.seen();
  expect(talk.unread).toBe(0);
  talk.hears({ seat: 1, name: "Ben", text: "hi" });
  talk.hears({ seat: 0, name: "Ann", text: "hello" });
  expect(talk.unread).toBe(2);
  talk.mute("Ben");
  expect(talk.unread).toBe(1);
  expect(talk.read.every((one) => one.name === "Ann")).toBe(true);
  talk.mute("Ben");
  expect(talk.read).toHaveLength(50);
});
