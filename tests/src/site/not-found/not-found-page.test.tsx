import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Redirect } from '../../../../contract/redirects.ts';
import { type Api, ApiError } from '../../../../src/lib/api.ts';
// The page loads this module lazily. Import it first, so that its load time does not count towards test timeouts.
import '../../../../src/site/not-found/old-site-redirect.ts';
import { NotFoundPage } from '../../../../src/site/not-found/not-found-page.tsx';
import { renderInPage } from '../../../support/in-page.tsx';

const redirects: Redirect[] = [
  { from: '/btech/', to: '/course-booking/btech-marine-engineering-303' },
  { from: '/courses/ship-handling/', to: '/course-booking/ship-handling-104' },
];

/** An API that serves this redirect table, or refuses the request when it is null. `calls` lists the calls made. */
function apiWith(table: Redirect[] | null) {
  const calls: string[] = [];
  const api: Api = {
    async call(endpoint) {
      calls.push(endpoint.name);
      if (!table) throw new ApiError('refused', 'Not found', 404);
      return { statusCode: 200, data: table } as never;
    },
  };
  return { api, calls };
}

const show = async (at: string, table: Redirect[] | null = redirects) => {
  const { api, calls } = apiWith(table);
  return { calls, ...(await renderInPage(<NotFoundPage />, { api, at })) };
};

describe('an address of the old site', () => {
  it.each([
    ['/btech', '/course-booking/btech-marine-engineering-303'],
    ['/btech/', '/course-booking/btech-marine-engineering-303'],
    ['/Courses/Ship-Handling/?utm=mail', '/course-booking/ship-handling-104?utm=mail'],
  ])('the old URL %s redirects to %s without adding a history entry', async (at, target) => {
    const { router } = await show(at);
    await waitFor(() => expect(router.state.location.href).toBe(target));
    expect(router.history.length).toBe(1);
  });

  it('an unknown URL shows “Loading page” instead of “Page not found” until the list of redirects has loaded', async () => {
    await show('/btech');
    expect(screen.getByRole('status').textContent).toBe('Loading page');
    expect(screen.queryByRole('heading')).toBeNull();
  });
});

describe('an unknown address', () => {
  it.each([[redirects], [[]], [null]])(
    'an unknown URL shows “Page not found” when the list of redirects is %j',
    async (table) => {
      const { router, calls } = await show('/nowhere', table);
      expect(await screen.findByRole('heading', { level: 1, name: 'Page not found.' })).toBeTruthy();
      expect(router.state.location.href).toBe('/nowhere');
      expect(calls).toEqual(['listRedirects']);
    },
  );

  it('a visitor who has left an unknown URL is not redirected when the list of redirects arrives late', async () => {
    const respond: Array<() => void> = [];
    const api: Api = {
      call: () =>
        new Promise((resolve) => {
          respond.push(() => resolve({ statusCode: 200, data: redirects } as never));
        }),
    };
    const { router } = await renderInPage(<NotFoundPage />, { api, at: '/btech' });
    await waitFor(() => expect(respond).toHaveLength(1));
    await router.navigate({ to: '/courses-list' as never });
    for (const send of respond) send();
    await expect(screen.findByRole('heading', { level: 1 })).resolves.toBeTruthy();
    expect(router.state.location.href).toBe('/courses-list');
  });
});
