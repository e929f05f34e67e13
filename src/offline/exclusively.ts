const queues = new Map<string, Promise<unknown>>();

/**
 * Runs work that only one tab may do at a time; the others wait their turn. Without Web Locks (Safari before 15.4) only this
 * page is kept in line: every call that is sent carries its key, so that two tabs at once still have one effect.
 */
export function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (globalThis.navigator?.locks) return navigator.locks.request(name, work) as Promise<T>;
  const turn = (queues.get(name) ?? Promise.resolve()).catch(() => {}).then(work);
  queues.set(name, turn);
  return turn;
}
