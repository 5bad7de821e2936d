// A story that plays by itself. Pure.

/** Goes on after every `ms` milliseconds, but not while a turn's film `runs`; returns how to end that. */
export function everySoOften(ms: number, runs: () => boolean, goOn: () => void): () => void {
  const timer = setInterval(() => {
    if (!runs()) goOn();
  }, ms);
  return () => clearInterval(timer);
}
