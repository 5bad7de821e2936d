// Parts of the page that load while it is used.

const AGAIN = 2000;

/** The stylesheets that did not arrive. Vite asks for each only once, and would draw the part without them. */
const missing = new Set<HTMLLinkElement>();

/** Notice the stylesheets that do not arrive; called once, before any part is loaded. */
export function watchStyles(): void {
  const notice = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") missing.add(target);
  };
  document.addEventListener("error", notice, { capture: true });
}

/** Load a part of the page; while the server is away, try again. */
export async function late<T>(load: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      await Promise.all([...missing].map(askAgain));
      return await load();
    } catch {
      await new Promise((again) => setTimeout(again, AGAIN));
    }
}

/** Ask for a stylesheet once more; it is missing again if it does not arrive. */
function askAgain(link: HTMLLinkElement): Promise<unknown> {
  missing.delete(link);
  const again = link.cloneNode() as HTMLLinkElement;
  return new Promise((arrived, failed) => {
    again.onload = arrived;
    again.onerror = failed;
    link.replaceWith(again);
  });
}
