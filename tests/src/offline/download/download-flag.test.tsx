import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { isDownloadUnderWay, setDownloadUnderWay } from '../../../../src/offline/download/download-flag.ts';

beforeEach(() => localStorage.clear());

it('an unfinished download of the offline library is noted in localStorage until the download ends', () => {
  expect(isDownloadUnderWay()).toBe(false);
  setDownloadUnderWay(true);
  expect(isDownloadUnderWay()).toBe(true);
  expect({ ...localStorage }).toEqual({ 'landfall-voyage': 'under way' });
  setDownloadUnderWay(false);
  expect(isDownloadUnderWay()).toBe(false);
  expect({ ...localStorage }).toEqual({});
});

it('noting an unfinished download of the offline library on a full device throws no error', () => {
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  onTestFinished(() => setItem.mockRestore());
  setDownloadUnderWay(true);
  expect(setItem).toHaveBeenCalledOnce();
  expect(isDownloadUnderWay()).toBe(false);
});
