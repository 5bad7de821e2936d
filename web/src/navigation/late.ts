// Parts of the page that load while it is used.

const AGAIN = 2000;

/** Load a part of the page; while the server is away, try again. */
export async function late<T>(load: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await load();
    } catch {
      await new Promise((again) => setTimeout(again, AGAIN));
    }
}
