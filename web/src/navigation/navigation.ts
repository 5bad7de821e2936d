// Navigation within one document: links, buttons and the browser's Back change the page without a reload. Every navigation comes
// by the browser's Navigation API; a browser without it loads each page.
import { busy } from "./busy";
import { routeOf, type Route } from "./route";

export interface Going<Page> {
  /** Load all that a page shows first. The signal ends when the visitor goes elsewhere meanwhile. */
  load: (route: Route, signal: AbortSignal) => Promise<Page>;
  /** Draw the page, and call `drawn` as soon as it stands. */
  show: (page: Page, drawn: () => void) => Promise<void>;
  /** A page is being loaded, or no longer. */
  waits: (is: boolean) => void;
}

/** The heading, or the part that the address names, has the focus: screen readers and keys go on from there. */
function focus(hash: string): void {
  const target = (hash && document.getElementById(decodeURIComponent(hash.slice(1)))) || document.querySelector("h1");
  if (!(target instanceof HTMLElement)) return;
  if (!target.matches("a, button, input, select, [tabindex]")) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

export function follow<Page>({ load, show, waits }: Going<Page>): () => void {
  if (!("navigation" in window)) return () => {};
  const go = (event: NavigateEvent) => {
    const { destination, navigationType, signal } = event;
    const url = new URL(destination.url);
    const route = routeOf(url);
    // A page that writes its state into its address stays; the way back to such an address leads to a page.
    const stays = destination.sameDocument && navigationType !== "traverse";
    if (!event.canIntercept || event.hashChange || event.downloadRequest !== null || event.formData !== null) return;
    if (stays || navigationType === "reload" || route === null) return;
    const handler = async () => {
      waits(true);
      try {
        const page = await busy(load(route, signal));
        if (signal.aborted) return;
        await show(page, () => {
          event.scroll();
          focus(url.hash);
        });
      } catch {
        // Out of reach, or no longer what this page was made for: a page that is loaded says so, or is the new one.
        if (!signal.aborted) location.reload();
      } finally {
        if (!signal.aborted) waits(false);
      }
    };
    event.intercept({ handler, focusReset: "manual", scroll: "manual" });
  };
  navigation.addEventListener("navigate", go);
  return () => navigation.removeEventListener("navigate", go);
}
