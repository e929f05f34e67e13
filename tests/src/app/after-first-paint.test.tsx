import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { markerHeader } from '../../../contract/headers.ts';
import { startAfterFirstPaint } from '../../../src/app/after-first-paint.ts';
import { handleError } from '../../../src/app/early-errors.ts';
import type { AppRouter } from '../../../src/app/router.ts';
import { subject } from '../../../src/offline/session/subject.ts';
import { settled } from '../../machines/settled.ts';

const asha = '0b8f6c1e-4a53-4f0e-9a61-2f1d5e7c0001';
type Sent = { url: string; body: Record<string, unknown> };
const sent: Sent[] = [];
/** The reports that were sent while the page started, before the first test. */
let first: Sent[] = [];
const of = (part: string) => sent.filter(({ url }) => url.includes(part)).map(({ body }) => body);

function openRouter() {
  const root = createRootRoute({ component: Outlet });
  const any = createRoute({ getParentRoute: () => root, path: '$', component: () => null });
  const history = createMemoryHistory({ initialEntries: ['/courses-list?search=asha'] });
  return createRouter({ routeTree: root.addChildren([any]), history }) as unknown as AppRouter;
}

const router = openRouter();

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, body: JSON.parse(String(init.body)) });
    return new Response('{}', { headers: { [markerHeader]: '1' } });
  });
  await router.load();
  document.head.insertAdjacentHTML('beforeend', '<script type="application/ld+json">{"@type":"Course"}</script>');
  handleError(new Error('at the start'));
  startAfterFirstPaint(router, window);
  await settled();
  first = [...sent];
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
beforeEach(() => {
  sent.splice(0);
});
afterEach(() => subject.leave());

describe('a visit', () => {
  it('errors, even errors before the first paint, are reported to the server, but aborted calls are not', async () => {
    expect(first.map(({ body }) => body.message ?? body.page_url)).toEqual(['at the start', '/courses-list']);
    handleError(new Error('later'));
    handleError(new DOMException('left', 'AbortError'));
    await settled();
    expect(of('client-error-log').map(({ message }) => message)).toEqual(['later']);
  });

  it('the structured data of the first page stays when only the query string changes, and is removed when another page opens', async () => {
    const described = () => document.head.querySelectorAll('script[type="application/ld+json"]').length;
    expect(described()).toBe(1);
    await router.navigate({ href: '/courses-list?search=fire' });
    expect(described()).toBe(1);
    await router.navigate({ href: '/terms' });
    expect(described()).toBe(0);
    await router.navigate({ href: '/courses-list' });
    await settled();
    sent.splice(0);
  });

  it('a visit to the anonymous grievance form is not reported, and the page before it counts as left only when the page after it opens', async () => {
    await router.navigate({ href: '/grievance-form' });
    await settled();
    expect(of('activity/page')).toEqual([]);
    await router.navigate({ href: '/terms' });
    await settled();
    expect(of('activity/page').map(({ action, page_url }) => `${action} ${page_url}`)).toEqual([
      'leave /courses-list',
      'enter /terms',
    ]);
    await router.navigate({ href: '/courses-list' });
    await settled();
  });

  it('a student’s activity on the grievance form is reported only when another page opens', async () => {
    await router.navigate({ href: '/grievance-form' });
    subject.enter(asha);
    await settled();
    expect(of('session/log')).toEqual([]);
    await router.navigate({ href: '/courses-list' });
    await settled();
    expect(of('session/log')).toEqual([{ user_id: asha, action: 'active' }]);
  });

  it('entering and leaving a page are reported to the server without the query string of the page', async () => {
    await router.navigate({ href: '/login?identifier=9876500001' });
    await settled();
    expect(of('activity/page')).toEqual([
      { user_id: null, page_url: '/courses-list', action: 'leave' },
      { user_id: null, page_url: '/login', action: 'enter' },
    ]);
    await router.navigate({ href: '/login?identifier=2' });
    expect(of('activity/page')).toHaveLength(2);
  });

  it('closing a page is reported as leaving the page, and restoring the page from the back/forward cache as entering it', async () => {
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(of('activity/page').map(({ action }) => action)).toEqual(['leave', 'enter']);
  });

  it('a student’s activity is reported at login, and after two minutes without input again, five seconds after the next input', async () => {
    subject.enter(asha);
    expect(of('session/log')).toEqual([{ user_id: asha, action: 'active' }]);
    await vi.advanceTimersByTimeAsync(119_999);
    window.dispatchEvent(new Event('keydown'));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(of('session/log')).toHaveLength(1);
    window.dispatchEvent(new Event('scroll'));
    await vi.advanceTimersByTimeAsync(4999);
    expect(of('session/log')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(of('session/log')).toHaveLength(2);
  });

  it('the activity of a visitor who is not signed in is not reported', async () => {
    await vi.advanceTimersByTimeAsync(300_000);
    window.dispatchEvent(new Event('keydown'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(of('session/log')).toEqual([]);
  });
});
