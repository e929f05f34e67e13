import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { isDownloadUnderWay, setDownloadUnderWay } from '../../../../src/offline/download/download-flag.ts';

beforeEach(() => localStorage.clear());

it('an unfinished download of the offline library is noted under a key that a sign-out does not delete', () => {
  expect(isDownloadUnderWay()).toBe(false);
  setDownloadUnderWay(true);
  expect(isDownloadUnderWay()).toBe(true);
  expect({ ...localStorage }).toEqual({ 'landfall-voyage': 'under way' });
  setDownloadUnderWay(false);
  expect(isDownloadUnderWay()).toBe(false);
  expect({ ...localStorage }).toEqual({});
});

it('a device that is full does not stop the page that notes an unfinished download', () => {
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  onTestFinished(() => setItem.mockRestore());
  setDownloadUnderWay(true);
  expect(setItem).toHaveBeenCalledOnce();
  expect(isDownloadUnderWay()).toBe(false);
});
