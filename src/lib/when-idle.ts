/**
 * Runs `work` once the browser is idle, so that it does not delay the response to a tap; at the latest after about
 * 200 ms. Returns a function that cancels the work. Safari has no `requestIdleCallback`; there a timer is used.
 */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 30);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 200 });
  return () => cancelIdleCallback(handle);
}
