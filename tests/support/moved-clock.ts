import { readFileSync } from 'node:fs';

/**
 * Moves this process's clock forward, so that a browser test can simulate that a month passes. The environment variable
 * `MOVED_CLOCK` names a file with the number of days. A server loads this module with `--import` before its own code.
 * The clock of PostgreSQL does not move.
 */
const file = process.env.MOVED_CLOCK;
const offsetMs = file ? Number(readFileSync(file, 'utf8')) * 86_400_000 : 0;
const realNow = Date.now;

Date.now = () => realNow() + offsetMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [target.now()] : args, newTarget),
  apply: (target) => new target(target.now()).toString(),
});
