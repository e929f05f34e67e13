import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { activityDebounce, activityIdle } from '../../../contract/limits.ts';
import { Activity } from '../../../src/offline/activity.ts';

const onActive = vi.fn();
let activity: Activity;

beforeEach(() => {
  vi.useFakeTimers();
  onActive.mockClear();
  activity = new Activity({ idle: activityIdle, debounce: activityDebounce, now: Date.now, onActive });
});
afterEach(() => vi.useRealTimers());

it('tells at once that a student has come', () => {
  activity.begin();
  expect(onActive).toHaveBeenCalledTimes(1);
});

it('tells nothing of activity within two minutes of the last', () => {
  activity.begin();
  for (let stirred = 0; stirred < 10; stirred++) {
    vi.advanceTimersByTime(119_999);
    activity.stir();
  }
  vi.advanceTimersByTime(activityDebounce);
  expect(onActive).toHaveBeenCalledTimes(1);
});

it('tells of activity after two idle minutes, once it has rested for five seconds', () => {
  activity.begin();
  vi.advanceTimersByTime(120_000);
  activity.stir();
  vi.advanceTimersByTime(4999);
  activity.stir();
  vi.advanceTimersByTime(4999);
  expect(onActive).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(onActive).toHaveBeenCalledTimes(2);
  activity.stir();
  vi.advanceTimersByTime(60_000);
  expect(onActive).toHaveBeenCalledTimes(2);
});

it('counts a device that slept as idle, though no timer ran', () => {
  activity.begin();
  vi.setSystemTime(Date.now() + 3_600_000);
  activity.stir();
  vi.advanceTimersByTime(5000);
  expect(onActive).toHaveBeenCalledTimes(2);
});

it('tells nothing after the student has gone', () => {
  activity.begin();
  vi.advanceTimersByTime(120_000);
  activity.stir();
  activity.end();
  vi.advanceTimersByTime(60_000);
  expect(onActive).toHaveBeenCalledTimes(1);
});
