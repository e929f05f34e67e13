import { afterEach, expect, it, vi } from 'vitest';
import { isLeaving, watchLeaving } from '../../../src/lib/leaving.ts';

afterEach(() => {
  dispatchEvent(new Event('pageshow'));
  vi.useRealTimers();
});

watchLeaving(window);

it('isLeaving is true from the beforeunload event of a page until the page is shown again', () => {
  expect(isLeaving()).toBe(false);
  dispatchEvent(new Event('beforeunload'));
  expect(isLeaving()).toBe(true);
  dispatchEvent(new Event('pageshow'));
  expect(isLeaving()).toBe(false);
});

it('ten seconds after a beforeunload event, isLeaving is false again, because a download fires this event without leaving the page', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  dispatchEvent(new Event('beforeunload'));
  vi.advanceTimersByTime(10_000);
  expect(isLeaving()).toBe(false);
});
