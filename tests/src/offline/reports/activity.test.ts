import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { activityDebounce, activityIdle } from '../../../../contract/limits.ts';
import { Activity } from '../../../../src/offline/reports/activity.ts';

const onActive = vi.fn();
let activity: Activity;

beforeEach(() => {
  vi.useFakeTimers();
  onActive.mockClear();
  activity = new Activity({ idleMs: activityIdle, debounceMs: activityDebounce, now: Date.now, onActive });
});
afterEach(() => vi.useRealTimers());

it('a student’s first activity on the site is reported at once', () => {
  activity.begin();
  expect(onActive).toHaveBeenCalledTimes(1);
});

it('a student’s activity within two minutes of the previous activity is not reported', () => {
  activity.begin();
  for (let stirred = 0; stirred < 10; stirred++) {
    vi.advanceTimersByTime(119_999);
    activity.record();
  }
  vi.advanceTimersByTime(5000);
  expect(onActive).toHaveBeenCalledTimes(1);
});

it('a student who becomes active after two idle minutes is reported once, as soon as the input has paused for five seconds', () => {
  activity.begin();
  vi.advanceTimersByTime(120_000);
  activity.record();
  vi.advanceTimersByTime(4999);
  activity.record();
  vi.advanceTimersByTime(4999);
  expect(onActive).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(onActive).toHaveBeenCalledTimes(2);
  activity.record();
  vi.advanceTimersByTime(60_000);
  expect(onActive).toHaveBeenCalledTimes(2);
});

it('the time while the device was asleep counts as idle time of the student, although no timer ran', () => {
  activity.begin();
  vi.setSystemTime(Date.now() + 3_600_000);
  activity.record();
  vi.advanceTimersByTime(5000);
  expect(onActive).toHaveBeenCalledTimes(2);
});

it('a student’s activity is not reported after the sign-out', () => {
  activity.begin();
  vi.advanceTimersByTime(120_000);
  activity.record();
  activity.end();
  activity.record();
  vi.advanceTimersByTime(60_000);
  expect(onActive).toHaveBeenCalledTimes(1);
});
