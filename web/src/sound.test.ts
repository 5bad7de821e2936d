import { describe, expect, it, vi } from "vitest";

vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("localStorage", { getItem: () => null });
const { CLOSE, hear, pitch } = await import("./sound");
const { settings } = await import("./settings.svelte");

describe("sounds", () => {
  it("are off at first: no sound is made", () => {
    vi.stubGlobal(
      "AudioContext",
      class {
        constructor() {
          throw new Error("a sound was made");
        }
      },
    );
    expect(settings.sound).toBe(false);
    expect(() => hear("turn", 0)).not.toThrow();
    settings.sound = true;
    expect(() => hear("turn", 0)).toThrow("a sound was made");
  });
  it("end with three notes down and one up; a war is a semitone higher in each battle", () => {
    expect(CLOSE.map((step, i) => Math.sign(step - (CLOSE[i - 1] ?? step)))).toEqual([0, -1, -1, 1]);
    expect(pitch(0)).toBe(440);
    expect(pitch(12)).toBe(880);
  });
});
