import type { Clock } from '../../server/providers/clock.ts';

/** A clock that stands still until it is told otherwise. */
export type FakeClock = Clock & { advance(milliseconds: number): void };

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Starts at `start`, milliseconds since 1970 UTC; at the present without it, so that it agrees with the database's. */
export function fakeClock(start: number = Date.now()): FakeClock {
  let now = start;
  return {
    now: () => now,
    advance(milliseconds) {
      now += milliseconds;
    },
  };
}
