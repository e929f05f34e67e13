import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { isInstallTime } from '../../../src/pwa/install-time.ts';

const now = 1_800_000_000_000;

beforeEach(() => localStorage.clear());

it('the installation of the app is offered only when more than half an hour has passed since the first visit', () => {
  expect(isInstallTime(now, '/')).toBe(false);
  expect(isInstallTime(now + 1_800_000, '/')).toBe(false);
  expect(isInstallTime(now + 1_800_001, '/')).toBe(true);
});

it('on a full device, the installation of the app is not offered on the first visit', () => {
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  onTestFinished(() => setItem.mockRestore());
  expect(isInstallTime(now, '/')).toBe(false);
});
