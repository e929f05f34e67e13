// A query's abort signal is the only object that its query function shares with the page's fetch.
const savedAt = new WeakMap<AbortSignal, number>();

/** Records that the call with this signal got a response that was saved on the device at `at` (ms since the epoch). */
export function recordSavedAt(signal: AbortSignal, at: number): void {
  savedAt.set(signal, at);
}

/** When the response to the call with this signal was saved (ms since the epoch); null if it came from the server. */
export function savedAtOf(signal: AbortSignal): number | null {
  return savedAt.get(signal) ?? null;
}
