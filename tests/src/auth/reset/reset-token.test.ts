// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { dropResetToken, leaveReset, readResetToken, saveResetToken } from '../../../../src/auth/reset/reset-token.ts';
import { deleteAllDrafts } from '../../../../src/offline/session/drafts.ts';

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

it('the token of a password reset link stays stored in its tab until it is deleted', () => {
  expect(saveResetToken('abc')).toBe(true);
  expect(readResetToken()).toBe('abc');
  dropResetToken();
  expect(readResetToken()).toBeNull();
});

it('deleting all drafts, as signing out does, deletes the stored token of a password reset link', () => {
  saveResetToken('abc');
  deleteAllDrafts();
  expect(sessionStorage.length).toBe(0);
});

it('storing the token of a password reset link returns false when the browser blocks storage', () => {
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
] as const)(
  'when the password reset page ends with the result %s, the token stored in the tab is %j afterwards',
  (end, token) => {
    saveResetToken('abc');
    leaveReset(end);
    expect(readResetToken()).toBe(token);
  },
);
