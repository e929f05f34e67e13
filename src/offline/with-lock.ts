const queues = new Map<string, Promise<unknown>>();

/**
 * Runs work that only one tab may do at a time; the others wait. Without Web Locks (Safari before 15.4) only the calls of this
 * page are queued. That is safe: calls carry an idempotency key, so two tabs that send the same call still have one effect.
 */
export function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (globalThis.navigator?.locks) return navigator.locks.request(name, work) as Promise<T>;
  const turn = (queues.get(name) ?? Promise.resolve()).catch(() => {}).then(work);
  queues.set(name, turn);
  return turn;
}
