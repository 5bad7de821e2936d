// Every press has an immediate response: the control is busy, and can't be pressed again, until its work ends.

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
