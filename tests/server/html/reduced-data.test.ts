import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';
import { reducedDataScript } from '../../../server/html/reduced-data.ts';

type Visit = { cookie?: string; isAsked?: boolean; isLowData?: boolean; isBlocked?: boolean };

/** Runs the script in a page. Returns the cookie afterwards, and whether the page is loaded again. */
function run({ cookie = '', isAsked = true, isLowData = false, isBlocked = false }: Visit) {
  const jar = { cookie };
  const reload = vi.fn();
  const stop = vi.fn();
  const document = {
    documentElement: { hasAttribute: () => isLowData },
    get cookie() {
      return jar.cookie;
    },
    set cookie(text: string) {
      if (!isBlocked) jar.cookie = text.includes('max-age=0') ? '' : (text.split(';')[0] ?? '');
    },
  };
  const matchMedia = (query: string) => ({ matches: isAsked && query === '(prefers-reduced-data: reduce)' });
  runInNewContext(reducedDataScript, { document, matchMedia, stop, location: { reload } });
  expect(stop.mock.calls).toEqual(reload.mock.calls);
  return { cookie: jar.cookie, isReloaded: reload.mock.calls.length === 1 };
}

it.each<[string, Visit, string, boolean]>([
  ['asks for less data', {}, 'landfall-low-data=asked', true],
  [
    'asks for less data, for the page that is loaded again',
    { cookie: 'landfall-low-data=asked', isLowData: true },
    'landfall-low-data=asked',
    false,
  ],
  ['asks for less data, by Save-Data too', { isLowData: true }, '', false],
  [
    'asks for less data, though the visitor has chosen',
    { cookie: 'landfall-low-data=off' },
    'landfall-low-data=off',
    false,
  ],
  ['asks for less data and blocks cookies', { isBlocked: true }, '', false],
  ['no longer asks for less data', { cookie: 'landfall-low-data=asked', isAsked: false, isLowData: true }, '', true],
  ['asks for nothing', { isAsked: false }, '', false],
  [
    'asks for nothing, while the visitor has chosen',
    { cookie: 'landfall-low-data=on', isAsked: false, isLowData: true },
    'landfall-low-data=on',
    false,
  ],
])('a browser that %s gets the page that it should', (_, visit, cookie, isReloaded) => {
  expect(run(visit)).toEqual({ cookie, isReloaded });
});
