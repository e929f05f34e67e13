import { afterEach, expect, it, vi } from 'vitest';
import { isLowDataMode, saveLowDataChoice } from '../../../../src/offline/low-data/low-data-mode.ts';
import { mediaQuery } from '../../../support/media-query.ts';

/** Sets which preferences for saving data the browser reports. */
function device({ saveData = false, isReduced = false }): void {
  vi.stubGlobal('navigator', { connection: { saveData } });
  vi.stubGlobal('matchMedia', (query: string) => mediaQuery(query, isReduced && query.includes('reduced-data')));
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.documentElement.removeAttribute('data-low-data');
  Object.assign(document, { cookie: 'landfall-low-data=; path=/; max-age=0' });
});

it.each([
  ['reports no preference', {}, false],
  ['sends Save-Data', { saveData: true }, true],
  ['prefers reduced data', { isReduced: true }, true],
])('isLowDataMode in a browser that %s returns %s', (_, reported, isOn) => {
  device(reported);
  expect(isLowDataMode()).toBe(isOn);
});

it('the visitor’s own choice of low-data mode overrides the preference that the browser reports', () => {
  device({ isReduced: true });
  saveLowDataChoice(false);
  expect(isLowDataMode()).toBe(false);
  device({});
  saveLowDataChoice(true);
  expect(isLowDataMode()).toBe(true);
});

it('low-data mode is off in a browser that does not know the preference for less data', () => {
  device({});
  vi.stubGlobal('navigator', {});
  expect(isLowDataMode()).toBe(false);
});

it('the visitor’s choice of low-data mode is saved for a year and for every page of the site', () => {
  const cookie = vi.spyOn(document, 'cookie', 'set');
  saveLowDataChoice(true);
  expect(cookie).toHaveBeenCalledExactlyOnceWith('landfall-low-data=on; path=/; max-age=31536000; samesite=lax');
});

it('on a page rendered by the server, low-data mode follows the rendered HTML and not the browser’s preference', () => {
  device({ isReduced: true });
  vi.stubGlobal('$_TSR', {});
  expect(isLowDataMode()).toBe(false);
  document.documentElement.setAttribute('data-low-data', '');
  expect(isLowDataMode()).toBe(true);
});
