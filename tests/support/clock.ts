import type { Clock } from '../../server/http/clock.ts';

/** A clock that stands still until a test advances it. */
export type FakeClock = Clock & { advance(milliseconds: number): void };

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/**
 * A clock that starts at `start` (milliseconds since 1970). By default it starts at the current time, so that it agrees
 * with the database’s clock.
 */
export function fakeClock(start: number = Date.now()): FakeClock {
  let now = start;
  return {
    now: () => now,
    advance(milliseconds) {
      now += milliseconds;
    },
  };
}
