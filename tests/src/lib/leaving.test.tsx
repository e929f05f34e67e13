import { afterEach, expect, it, vi } from 'vitest';
import { isLeaving, watchLeaving } from '../../../src/lib/leaving.ts';

afterEach(() => {
  dispatchEvent(new Event('pageshow'));
  vi.useRealTimers();
});

watchLeaving(window);

it('a page is being left from the moment another one is opened until it is shown again', () => {
  expect(isLeaving()).toBe(false);
  dispatchEvent(new Event('beforeunload'));
  expect(isLeaving()).toBe(true);
  dispatchEvent(new Event('pageshow'));
  expect(isLeaving()).toBe(false);
});

it('a page that is still shown ten seconds after beforeunload is not being left, because a download fires this event too', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  dispatchEvent(new Event('beforeunload'));
  vi.advanceTimersByTime(10_000);
  expect(isLeaving()).toBe(false);
});
