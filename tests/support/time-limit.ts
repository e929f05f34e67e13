import { createContext, runInContext } from 'node:vm';

/**
 * The time limit in milliseconds: enough for work that takes a second, even on a busy computer, but not for work that
 * takes minutes.
 */
const limit = 10_000;

/**
 * Runs synchronous work, and returns its result. Unlike a timeout of the test runner, this also stops work that never
 * lets other code run, such as a slow regular expression.
 * @throws Error if the work takes longer than ten seconds
 */
export function withinTenSeconds<T>(work: () => T): T {
  return runInContext('work()', createContext({ work }), { timeout: limit });
}
