// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { dropResetToken, keepResetToken, readResetToken } from '../../../src/auth/reset-token.ts';
import { dropAllDrafts } from '../../../src/offline/drafts.ts';

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

it('keeps the token of a link for a reload of its tab, until it is dropped', () => {
  expect(keepResetToken('abc')).toBe(true);
  expect(readResetToken()).toBe('abc');
  dropResetToken();
  expect(readResetToken()).toBeNull();
});

it('forgets it when somebody signs out', () => {
  keepResetToken('abc');
  dropAllDrafts();
  expect(sessionStorage.length).toBe(0);
});

it('says where storage is blocked, so that the address keeps it', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'QuotaExceededError');
  });
  expect(keepResetToken('abc')).toBe(false);
});
