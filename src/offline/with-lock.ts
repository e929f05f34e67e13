const queues = new Map<string, Promise<unknown>>();

/**
 * Runs work that only one tab may do at a time; the other tabs wait. Without Web Locks (Safari before 15.4) only the
 * work of this page is queued. That is safe: API calls carry an idempotency key, so the same call from two tabs has
 * only one effect.
 */
export function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (globalThis.navigator?.locks) return navigator.locks.request(name, work) as Promise<T>;
  const turn = (queues.get(name) ?? Promise.resolve()).catch(() => {}).then(work);
  queues.set(name, turn);
  return turn;
}
