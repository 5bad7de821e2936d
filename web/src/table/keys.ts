// The keys of the table. Text fields and the browser's shortcuts keep their keys.

export interface Keys {
  primary: () => void;
  digit: (n: number) => void;
  /** Whether it meant something. */
  letter: (letter: string) => boolean | void;
  arrow: (by: number) => void;
  back: () => void;
  /** `[` and `]`, `/`, `?`. */
  sign?: (sign: string) => void;
}

export function acts(event: KeyboardEvent, keys: Keys): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as HTMLElement | null;
  if (target?.closest("input, select, textarea, dialog, [contenteditable]")) return;
  // Under a dialog nothing is played, whatever has the focus.
  if (document.querySelector("dialog:modal")) return;
  const pressed = event.key;
  if (pressed === " " || pressed === "Enter") {
    if (target?.closest("button, a")) return;
    // A key that is held down is one press.
    if (!event.repeat) keys.primary();
  } else if (/^[1-9]$/.test(pressed)) {
    // A card that was clicked before would take the Enter that is meant for this one.
    if (target?.closest(".felt")) target.blur();
    keys.digit(Number(pressed));
  } else if (pressed === "ArrowRight" || pressed === "ArrowDown") keys.arrow(1);
  else if (pressed === "ArrowLeft" || pressed === "ArrowUp") keys.arrow(-1);
  else if (pressed === "Escape") keys.back();
  else if (keys.sign && "[]/?".includes(pressed)) keys.sign(pressed);
  else if (/^[a-z]$/i.test(pressed)) {
    if (keys.letter(pressed.toUpperCase()) === false) return;
  } else return;
  event.preventDefault();
}
