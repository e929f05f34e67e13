import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Redirect } from '../../../contract/redirects.ts';
import { type Api, ApiError } from '../../../src/lib/api.ts';
import { NotFoundPage } from '../../../src/site/not-found-page.tsx';
import { renderInPage } from '../../support/in-page.tsx';

const redirects: Redirect[] = [
  { from: '/btech/', to: '/course-booking/btech-marine-engineering-303' },
  { from: '/courses/ship-handling/', to: '/course-booking/ship-handling-104' },
];

/** Counts how often the table is asked for; null fails as the network does. */
function tableOf(table: Redirect[] | null) {
  const asked: string[] = [];
  const api: Api = {
    async call(endpoint) {
      asked.push(endpoint.name);
      if (!table) throw new ApiError('refused', 'No such answer', 404);
      return { statusCode: 200, data: table } as never;
    },
  };
  return { api, asked };
}

const show = async (at: string, table: Redirect[] | null = redirects) => {
  const { api, asked } = tableOf(table);
  return { asked, ...(await renderInPage(<NotFoundPage />, { api, at })) };
};

describe('an address of the old site, opened in the app', () => {
  it.each([
    ['/btech', '/course-booking/btech-marine-engineering-303'],
    ['/btech/', '/course-booking/btech-marine-engineering-303'],
    ['/Courses/Ship-Handling/?utm=mail', '/course-booking/ship-handling-104?utm=mail'],
  ])('%s gives its place in history to its page', async (at, target) => {
    const { router } = await show(at);
    await waitFor(() => expect(router.state.location.href).toBe(target));
    expect(router.history.length).toBe(1);
  });

  it('shows no Page not found before it is known', async () => {
    await show('/btech');
    expect(screen.getByRole('status').textContent).toBe('Loading page');
    expect(screen.queryByRole('heading')).toBeNull();
  });
});

describe('an address that nobody knows', () => {
  it.each([[redirects], [[]], [null]])('says Page not found. with the table %j', async (table) => {
    const { router, asked } = await show('/nowhere', table);
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found.' })).toBeTruthy();
    expect(router.state.location.href).toBe('/nowhere');
    expect(asked).toEqual(['listRedirects']);
  });

  it('leaves who went on meanwhile where they are', async () => {
    const answers: Array<() => void> = [];
    const api: Api = {
      call: () =>
        new Promise((resolve) => {
          answers.push(() => resolve({ statusCode: 200, data: redirects } as never));
        }),
    };
    const { router } = await renderInPage(<NotFoundPage />, { api, at: '/btech' });
    await waitFor(() => expect(answers).toHaveLength(1));
    await router.navigate({ to: '/courses-list' as never });
    for (const answer of answers) answer();
    await expect(screen.findByRole('heading', { level: 1 })).resolves.toBeTruthy();
    expect(router.state.location.href).toBe('/courses-list');
  });
});
