import { afterEach, expect, it, vi } from 'vitest';
import { isLowDataMode, saveLowDataChoice } from '../../../../src/offline/low-data/low-data-mode.ts';
import { mediaQuery } from '../../../support/media-query.ts';

/** Sets what the browser reports. */
function device({ saveData = false, isReduced = false }): void {
  vi.stubGlobal('navigator', { connection: { saveData } });
  vi.stubGlobal('matchMedia', (query: string) => mediaQuery(query, isReduced && query.includes('reduced-data')));
}

afterEach(() => {
  vi.unstubAllGlobals();
  document.documentElement.removeAttribute('data-low-data');
  Object.assign(document, { cookie: 'landfall-low-data=; path=/; max-age=0' });
});

it.each([
  ['asks for nothing', {}, false],
  ['sends Save-Data', { saveData: true }, true],
  ['prefers reduced data', { isReduced: true }, true],
])('a browser that %s gets low-data mode: %s', (_, reported, isOn) => {
  device(reported);
  expect(isLowDataMode()).toBe(isOn);
});

it('the visitor’s choice counts more than what the browser prefers', () => {
  device({ isReduced: true });
  saveLowDataChoice(false);
  expect(isLowDataMode()).toBe(false);
});

it('a rendered page uses the mode in which the server rendered it', () => {
  device({ isReduced: true });
  vi.stubGlobal('$_TSR', {});
  expect(isLowDataMode()).toBe(false);
  document.documentElement.setAttribute('data-low-data', '');
  expect(isLowDataMode()).toBe(true);
});
