// The page that was shown before this one.

const TABLE = /^\/r\/[^/]+\/?$/;

/** The address of the table from which this page was opened; null if it was opened from anywhere else. */
export function tableBefore(): string | null {
  if (!("navigation" in window)) return null;
  const { currentEntry } = navigation;
  const before = currentEntry && navigation.entries()[currentEntry.index - 1]?.url;
  const url = before ? new URL(before) : null;
  return url && TABLE.test(url.pathname) ? url.pathname + url.search : null;
}
