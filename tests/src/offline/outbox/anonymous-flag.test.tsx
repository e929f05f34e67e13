import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { anonymousOutboxFlag } from '../../../../src/offline/outbox/anonymous-flag.ts';

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

it('setting or deleting the stored flag that an anonymous form waits notifies the tab’s listeners once for each change', () => {
  const heard: boolean[] = [];
  const stop = anonymousOutboxFlag.subscribe(() => heard.push(anonymousOutboxFlag.isSet()));
  expect(anonymousOutboxFlag.isSet()).toBe(false);
  anonymousOutboxFlag.set(false);
  anonymousOutboxFlag.set(true);
  anonymousOutboxFlag.set(true);
  expect({ ...localStorage }).toEqual({ 'landfall:waiting': '1' });
  anonymousOutboxFlag.set(false);
  expect({ ...localStorage }).toEqual({});
  expect(heard).toEqual([true, false]);
  stop();
  anonymousOutboxFlag.set(true);
  expect(heard).toHaveLength(2);
});

it('a browser that cannot store the flag for waiting anonymous forms causes no error', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(() => anonymousOutboxFlag.set(true)).not.toThrow();
  expect(anonymousOutboxFlag.isSet()).toBe(false);
});

it('in a browser that blocks localStorage, no anonymous form counts as waiting', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  anonymousOutboxFlag.set(true);
  expect(anonymousOutboxFlag.isSet()).toBe(false);
});
