import { beforeEach, expect, it } from 'vitest';
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
