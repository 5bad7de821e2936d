// Processor time of the page's main thread while a game is watched, by kind of work, from Chromium's trace.
const KINDS = {
  script:
    /^(FunctionCall|EvaluateScript|TimerFire|FireAnimationFrame|EventDispatch|RunMicrotasks|V8\.|v8\.|MinorGC|MajorGC|AnimationFrame)/,
  style: /^(UpdateLayoutTree|ScheduleStyleRecalculation|ParseAuthorStyleSheet)/,
  layout: /^(Layout|UpdateLayer)/,
  paint: /^(PrePaint|Paint|Layerize|Commit|RasterTask|HitTest)/,
};

/** Traces what is done meanwhile; gives milliseconds of processor time by kind, `other` for what has
 * none, and how long each single task took. */
export async function spent(chrome, tab, work) {
  await chrome.startTracing(tab, {
    categories: ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel", "__metadata"],
  });
  const result = await work();
  const { traceEvents } = JSON.parse(String(await chrome.stopTracing()));
  return { result, ...byKind(traceEvents) };
}

function byKind(events) {
  const names = new Map(
    events.filter((one) => one.name === "thread_name").map((one) => [`${one.pid} ${one.tid}`, one.args.name]),
  );
  const frames = new Map();
  for (const one of events)
    if (one.name === "FireAnimationFrame")
      frames.set(`${one.pid} ${one.tid}`, (frames.get(`${one.pid} ${one.tid}`) ?? 0) + 1);
  const [main] = [...frames].filter(([key]) => names.get(key) === "CrRendererMain").sort((a, b) => b[1] - a[1])[0];
  const all = events
    .filter((one) => one.ph === "X" && `${one.pid} ${one.tid}` === main && one.tdur !== undefined)
    .sort((a, b) => a.tts - b.tts || b.tdur - a.tdur);
  const ms = { script: 0, style: 0, layout: 0, paint: 0, other: 0 };
  const tasks = [];
  const open = [];
  const close = (until) => {
    while (open.length > 0 && open.at(-1).end <= until) {
      const { event, within } = open.pop();
      const kind = Object.keys(KINDS).find((one) => KINDS[one].test(event.name)) ?? "other";
      ms[kind] += (event.tdur - within) / 1000;
      if (open.length === 0) tasks.push(event.tdur / 1000);
    }
  };
  for (const event of all) {
    close(event.tts);
    if (open.length > 0) open.at(-1).within += event.tdur;
    open.push({ event, within: 0, end: event.tts + event.tdur });
  }
  close(Infinity);
  return { ms, tasks: tasks.sort((a, b) => b - a) };
}
