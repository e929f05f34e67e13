// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { dropResetToken, leaveReset, readResetToken, saveResetToken } from '../../../../src/auth/reset/reset-token.ts';
import { deleteAllDrafts } from '../../../../src/offline/session/drafts.ts';

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

it('the reset token survives a reload of its tab until it is dropped', () => {
  expect(saveResetToken('abc')).toBe(true);
  expect(readResetToken()).toBe('abc');
  dropResetToken();
  expect(readResetToken()).toBeNull();
});

it('signing out deletes the stored reset token', () => {
  saveResetToken('abc');
  deleteAllDrafts();
  expect(sessionStorage.length).toBe(0);
});

it('storing the reset token returns false when storage is blocked, so that the token stays in the address', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'QuotaExceededError');
  });
  expect(saveResetToken('abc')).toBe(false);
});

it.each([
  ['linkUnchecked', 'abc'],
  ['linkRefused', null],
  ['unauthorized', null],
  ['updated', null],
] as const)('leaving the reset page after %s leaves the token %j in the tab', (end, token) => {
  saveResetToken('abc');
  leaveReset(end);
  expect(readResetToken()).toBe(token);
});
