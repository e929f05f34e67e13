// A query's abort signal is the one object that its function and the page's fetch share.
const saved = new WeakMap<AbortSignal, number>();

/** Remembers that the call under this signal was answered from the device, with what was stored at `at` (ms). */
export function noteSavedAnswer(signal: AbortSignal, at: number): void {
  saved.set(signal, at);
}

/** When the answer under this signal was stored (ms since the epoch); null where the server gave it. */
export function savedAnswerTime(signal: AbortSignal): number | null {
  return saved.get(signal) ?? null;
}
