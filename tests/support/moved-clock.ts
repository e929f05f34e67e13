import { readFileSync } from 'node:fs';
import { shiftClock } from './shift-clock.ts';

/**
 * Moves this process's clock forward, so that a browser test can simulate that a month passes. The environment variable
 * `MOVED_CLOCK` names a file with the number of days. A server loads this module with `--import` before its own code.
 * The clock of PostgreSQL does not move.
 */
const file = process.env.MOVED_CLOCK;
shiftClock(file ? Number(readFileSync(file, 'utf8')) * 86_400_000 : 0);
