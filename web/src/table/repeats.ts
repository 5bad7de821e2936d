// A button that is held presses itself again and again.

/** So long it is held until it repeats, and so long between two presses. */
const [HELD_MS, AGAIN_MS] = [400, 80];

/** Repeats the clicks of a button that is held; the click of letting it go does not count as another one. */
export function repeats(node: HTMLButtonElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let repeated = false;
  const stop = () => clearTimeout(timer);
  const again = () => {
    if (node.disabled || !node.isConnected) return;
    repeated = true;
    node.click();
    timer = setTimeout(again, AGAIN_MS);
  };
  const on = (kind: string, does: (event: Event) => void, capture = false) =>
    node.addEventListener(kind, does, capture);
  on("pointerdown", () => {
    stop();
    repeated = false;
    timer = setTimeout(again, HELD_MS);
  });
  for (const kind of ["pointerup", "pointerleave", "pointercancel"]) on(kind, stop);
  on("contextmenu", (event) => event.preventDefault());
  on(
    "click",
    (event) => {
      if (!event.isTrusted || !repeated) return;
      repeated = false;
      event.stopImmediatePropagation();
    },
    true,
  );
}
