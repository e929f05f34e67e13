import { shiftClock } from './shift-clock.ts';

/** When the clock of page tests starts. Their data has batches from December 2026 on. */
const start = Date.parse('2026-11-26T06:00:00Z');

/**
 * Moves the clock of this process to `start`, because page tests would fail once the dates of their data have passed.
 * Does nothing if an earlier test file in this process has moved the clock.
 */
export function startPageClock(): void {
  const offsetMs = start - Date.now();
  if (offsetMs > -3_600_000 && offsetMs <= 0) return;
  const { timeOrigin } = performance;
  shiftClock(offsetMs);
  Object.defineProperty(performance, 'timeOrigin', { value: timeOrigin + offsetMs, configurable: true });
}
