import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';
import { reducedDataScript } from '../../../server/html/reduced-data.ts';

type Visit = { cookie?: string; isAsked?: boolean; isLowData?: boolean; isBlocked?: boolean };

/** Runs `reducedDataScript` in a page. Returns the cookie afterwards, and whether the script loads the page again. */
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
  ['prefers less data gets a low-data cookie and loads the page again', {}, 'landfall-low-data=asked', true],
  [
    'prefers less data does not load the low-data page again',
    { cookie: 'landfall-low-data=asked', isLowData: true },
    'landfall-low-data=asked',
    false,
  ],
  [
    'prefers less data and sends Save-Data gets no cookie and does not load the page again',
    { isLowData: true },
    '',
    false,
  ],
  [
    'prefers less data keeps the full page if the visitor has chosen the full page',
    { cookie: 'landfall-low-data=off' },
    'landfall-low-data=off',
    false,
  ],
  ['prefers less data but blocks cookies does not load the page again', { isBlocked: true }, '', false],
  [
    'no longer prefers less data loses the low-data cookie and loads the page again',
    { cookie: 'landfall-low-data=asked', isAsked: false, isLowData: true },
    '',
    true,
  ],
  ['has no preference for less data gets no cookie and does not load the page again', { isAsked: false }, '', false],
  [
    'has no preference for less data keeps the low-data page if the visitor has chosen the low-data page',
    { cookie: 'landfall-low-data=on', isAsked: false, isLowData: true },
    'landfall-low-data=on',
    false,
  ],
])(
  'the page’s script for reduced data sets its cookie and loads the page again only when needed: a browser that %s',
  (_, visit, cookie, isReloaded) => {
    expect(run(visit)).toEqual({ cookie, isReloaded });
  },
);
