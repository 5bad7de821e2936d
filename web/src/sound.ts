// Small synthesized sounds: nothing is loaded. They are off until switched on; every sound has its line in the log too.
import { settings } from "./settings.svelte";
import type { Sound } from "./film/sounds";

/** Three notes down, one up, in semitones from the first. */
export const CLOSE = [0, -2, -4, 3] as const;
const A4 = 440;
export const pitch = (semitones: number): number => A4 * 2 ** (semitones / 12);

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** A sound is made, if sounds are on; `depth` is in how many battles, or the number of the end's note. */
export function hear(sound: Sound, depth: number): void {
  if (settings.sound) play(sound, depth);
}

export function play(sound: Sound, depth = 0): void {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const at = context.currentTime;
  if (sound === "turn") hiss(at, 0.012, 3200, 0.22);
  else if (sound === "lay") hiss(at, 0.018, 1300, 0.18);
  else if (sound === "sweep") hiss(at, 0.3, 500, 0.1, 2600);
  else if (sound === "dice") for (let i = 0; i < 5; i++) hiss(at + i * 0.055, 0.016, 1800 + 500 * (i % 2), 0.16);
  else if (sound === "knock") for (const later of [0, 0.16]) tone(at + later, 0.09, 90, 0.5, 0.002);
  else if (sound === "chips") for (const later of [0, 0.05]) tone(at + later, 0.04, 2600, 0.1, 0.001);
  else if (sound === "gain")
    for (const [i, later] of [0, 0.1].entries()) tone(at + later, 0.16, pitch(5 * i), 0.14, 0.008);
  else if (sound === "loss")
    for (const [i, later] of [0, 0.1].entries()) tone(at + later, 0.16, pitch(-7 - 3 * i), 0.14, 0.008);
  else if (sound === "drums") for (const part of [-24, -17]) tone(at, 0.5, pitch(part + depth), 0.12, 0.22);
  else tone(at, depth === 3 ? 0.42 : 0.16, pitch(CLOSE[depth] ?? 0), 0.14, 0.008);
}

/** Noise through a band that may rise: a card's edge, a swept pile. */
function hiss(at: number, lasts: number, from: number, loud: number, to = from): void {
  const { source, gain } = made(loud, at, lasts, 0.002);
  const band = context!.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.setValueAtTime(from, at);
  band.frequency.linearRampToValueAtTime(to, at + lasts);
  source.connect(band).connect(gain).connect(context!.destination);
  source.start(at, 0, lasts + 0.02);
}

function made(
  loud: number,
  at: number,
  lasts: number,
  rise: number,
): { source: AudioBufferSourceNode; gain: GainNode } {
  const here = context!;
  noise ??= whiteNoise(here);
  const source = here.createBufferSource();
  source.buffer = noise;
  return { source, gain: swell(loud, at, lasts, rise) };
}

function swell(loud: number, at: number, lasts: number, rise: number): GainNode {
  const gain = context!.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + rise);
  gain.gain.linearRampToValueAtTime(0, at + Math.max(rise, lasts));
  return gain;
}

function tone(at: number, lasts: number, frequency: number, loud: number, rise: number): void {
  const voice = context!.createOscillator();
  voice.type = "triangle";
  voice.frequency.value = frequency;
  voice.connect(swell(loud, at, lasts, rise)).connect(context!.destination);
  voice.start(at);
  voice.stop(at + lasts + 0.02);
}

function whiteNoise(here: AudioContext): AudioBuffer {
  const buffer = here.createBuffer(1, here.sampleRate / 2, here.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  return buffer;
}
