import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { markerHeader } from '../../../contract/headers.ts';
import { lowDataCookie } from '../../../contract/low-data.ts';
import { saveAcademyPages } from '../../../src/app/save-academy-pages.ts';
import { type Api, bindApi } from '../../../src/lib/api.ts';

type Network = { type?: string; effectiveType?: string };

// Object.assign, because not every browser has the Cookie Store API that the linter asks for.
const setCookie = (value: string) => Object.assign(document, { cookie: `${lowDataCookie}=${value}` });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  setCookie('; max-age=0');
});

/** Runs `saveAcademyPages` on a device with this connection, and returns the URLs that it has called. */
async function visit(network: Network | undefined, respond = async () => {}): Promise<string[]> {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
  vi.stubGlobal('fetch', async () => new Response('{}', { headers: { [markerHeader]: '1' } }));
  const called: string[] = [];
  const queryClient = new QueryClient();
  const call: Api['call'] = async ({ url }, { params }) => {
    await respond();
    called.push(url.replace(/:(\w+)/, (_, name: string) => String((params as Record<string, unknown>)[name])));
    return { statusCode: 200, data: {} } as never;
  };
  bindApi(queryClient, { call });
  await saveAcademyPages(queryClient, { connection: network } as unknown as Navigator);
  return called;
}

it('on a fast connection, the pages about the academy and its policies are fetched for offline use, one after the other', async () => {
  expect(await visit({ effectiveType: '4g' })).toEqual([
    '/api/cms/content/about',
    '/api/cms/content/governing-body',
    '/api/cms/content/principal-message',
    '/api/cms/content/why-landfall',
    '/api/cms/content/mission-vision',
    '/api/cms/content/contact',
    '/api/cms/content/terms',
    '/api/cms/content/refund-policy',
    '/api/cms/content/privacy-policy',
    '/api/cms/content/anti-ragging',
    '/api/cms/content/grievance',
  ]);
});

it('the pages about the academy are not fetched for offline use on a metered or slow connection, or in low-data mode', async () => {
  expect(await visit({ type: 'cellular', effectiveType: '4g' })).toEqual([]);
  expect(await visit({ type: 'wifi', effectiveType: '3g' })).toEqual([]);
  setCookie('on');
  expect(await visit({ effectiveType: '4g' })).toEqual([]);
});

it('in a browser that does not report its connection type, a response that takes 600 ms ends the fetching of pages for offline use', async () => {
  expect(await visit(undefined)).toHaveLength(11);
  vi.useFakeTimers({ toFake: ['performance'] });
  const called = await visit(undefined, async () => void vi.advanceTimersByTime(600));
  expect(called).toEqual(['/api/cms/content/about']);
});
