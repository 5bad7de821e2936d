// A press is answered at once: the control that was pressed is busy until its work ends, and cannot be pressed again.

let pressed: Element | null = null;

/** Remember every control that is pressed; a busy one does nothing. */
export function watchPresses(): void {
  addEventListener(
    "click",
    (event) => {
      const control = event.target instanceof Element ? event.target.closest("a, button") : null;
      if (control?.ariaBusy === "true") {
        event.preventDefault();
        event.stopImmediatePropagation();
      } else pressed = control;
    },
    { capture: true },
  );
}

/** Wait for the work of a press. */
export async function busy<T>(work: Promise<T>): Promise<T> {
  const control = pressed;
  control?.setAttribute("aria-busy", "true");
  try {
    return await work;
  } finally {
    control?.removeAttribute("aria-busy");
  }
}
