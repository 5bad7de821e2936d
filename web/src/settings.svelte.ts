// A person's settings: stored on this device, used everywhere. Only the language leaves it, so that messages come in
// it.
import { dress, type Look } from "./look/theme";
import { LANGUAGES, speak, type Language } from "./words/words.svelte";

export interface Settings extends Look {
  /** My name at a table; empty: the server's name for me. */
  name: string;
  /** My colour at a table, and the one that I take where somebody else has it; empty: any. */
  colour: string;
  second: string;
  language: Language;
  keys: boolean;
  sound: boolean;
  speed: number;
  /** My own card waits for me in a war. */
  hold: boolean;
  motion: "system" | "reduced";
  /** The table as lines of text, and a line to write a choice in. */
  text: boolean;
}

const KEPT = "threedown";
const FIRST: Settings = {
  theme: "system",
  contrast: "normal",
  fourColours: false,
  name: "",
  colour: "",
  second: "",
  language: LANGUAGES.find((one) => navigator.language.startsWith(one)) ?? "en",
  keys: true,
  sound: false,
  speed: 1,
  hold: true,
  motion: "system",
  text: false,
};

function kept(): Partial<Settings> {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Partial<Settings>;
    return found.speed === null ? { ...found, speed: Infinity } : found;
  } catch {
    return {};
  }
}

export const settings = $state<Settings>({ ...FIRST, ...kept() });

/** Makes the page look and speak as it is set; resolves when its words are there. */
export function applySettings(): Promise<void> {
  dress(settings);
  document.documentElement.classList.toggle("no-keys", !settings.keys);
  return speak(settings.language);
}

export function set<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  localStorage.setItem(KEPT, JSON.stringify(settings));
  void applySettings();
}

export function reduced(): boolean {
  return settings.motion === "reduced" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
