import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { paths } from '../../../contract/pages.ts';
import { isInstallTime } from '../../../src/pwa/install-time.ts';

const now = 1_800_000_000_000;

beforeEach(() => localStorage.clear());

it('the installation of the app is offered only when more than half an hour has passed since the first visit', () => {
  expect(isInstallTime(now, '/')).toBe(false);
  expect(isInstallTime(now + 1_800_000, '/')).toBe(false);
  expect(isInstallTime(now + 1_800_001, '/')).toBe(true);
});

it('the app offers its installation on the confirmation page of a booking, even on the first visit', () => {
  expect(isInstallTime(now, `${paths.checkoutConfirmation}/LF-2026-000123-1`)).toBe(true);
});

it('if a full device cannot store the time of the first visit, Home does not offer the installation of the app, even half an hour later', () => {
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  onTestFinished(() => setItem.mockRestore());
  expect(isInstallTime(now, '/')).toBe(false);
  expect(isInstallTime(now + 1_800_001, '/')).toBe(false);
});
