/** Until then it has waited long enough. */
const LATEST_MS = 500;

/** Does it when the browser has nothing else to do. Returns what keeps it from being done. */
export function idly(act: () => void): () => void {
  // Not in every browser.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: LATEST_MS });
  return () => cancelIdleCallback(handle);
}
