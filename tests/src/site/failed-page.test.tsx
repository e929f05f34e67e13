import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { contentQueries } from '../../../src/content/content.queries.ts';
import { connection } from '../../../src/offline/connection/page-connection.ts';
import { FailedPage } from '../../../src/site/failed-page.tsx';
import { renderInPage } from '../../support/in-page.tsx';
import { apiWith, brand } from '../catalogue/academy.ts';

/** Checks the connection on a network that gives this response. */
function checkConnection(response: Response | 'no response') {
  vi.stubGlobal('fetch', async () => {
    if (response === 'no response') throw new TypeError('Failed to fetch');
    return response.clone();
  });
  return act(async () => void (await connection.probe()));
}
const ourServer = () => new Response('{}', { headers: { 'x-landfall': '1' } });
const captivePortal = () => new Response('<h1>Welcome to our hotel</h1>');

async function openFailedPage(words: { error?: Error; title?: string; message?: string } = {}) {
  const page = await renderInPage(<FailedPage {...words} />, { api: apiWith({}) });
  const invalidate = vi.spyOn(page.router, 'invalidate').mockResolvedValue();
  return { ...page, invalidate };
}

afterEach(async () => {
  await checkConnection(ourServer());
  vi.unstubAllGlobals();
});

describe('a page that is not saved', () => {
  it.each([
    ['no network', 'no response'],
    ['a captive portal', captivePortal()],
  ] as const)(
    'when the device has %s, a page that is not saved shows “This page is not saved” and a link to the saved courses',
    async (_, response) => {
      await openFailedPage();
      await checkConnection(response);
      expect(screen.getByRole('heading', { level: 1, name: 'This page is not saved' })).toBeTruthy();
      expect(document.title).toBe('This page is not saved');
      const words = screen.getByRole('status').textContent;
      expect(words).toContain('and you have not opened this page on this device before.');
      expect(words).toContain('It will open when you are back online.');
      expect(screen.getByRole('link', { name: 'See saved courses' }).getAttribute('href')).toBe('/courses-list');
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  it('a page that was opened offline and is not saved on the device loads as soon as the connection is back', async () => {
    const { invalidate } = await openFailedPage();
    await checkConnection('no response');
    expect(invalidate).not.toHaveBeenCalled();
    await checkConnection(ourServer());
    await waitFor(() => expect(invalidate).toHaveBeenCalledTimes(1));
  });
});

describe('a page with its own failure message', () => {
  const words = { title: 'Terms and Conditions', message: 'Unable to load terms currently!' };

  it('when a page fails while the server responds, the error page shows the title and message passed as props', async () => {
    await checkConnection(ourServer());
    await openFailedPage(words);
    expect(screen.getByRole('heading', { level: 1, name: words.title })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain(words.message);
  });

  it('when a page fails while offline, the error page shows the title and message passed as props and a link to the saved courses', async () => {
    await openFailedPage(words);
    await checkConnection('no response');
    expect(screen.getByRole('heading', { level: 1, name: words.title })).toBeTruthy();
    expect(screen.getByText(words.message)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See saved courses' })).toBeTruthy();
  });
});

describe('a page that fails while the server responds', () => {
  it('the error page “This page could not be loaded” shows the support phone number and a button “Try again”', async () => {
    await checkConnection(ourServer());
    const { invalidate, queryClient } = await openFailedPage();
    await act(() => queryClient.ensureQueryData(contentQueries.header()));
    expect(screen.getByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeTruthy();
    expect(screen.queryByText(/not saved/)).toBeNull();
    expect(await screen.findByRole('link', { name: brand.support_phones[0] })).toBeTruthy();
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Try again' }));
    expect(invalidate).toHaveBeenCalledTimes(1);
  });
});

describe('a page whose code could not be loaded', () => {
  const error = new Error('Unable to preload CSS for https://landfall.example/assets/course-1.css');
  const reload = vi.fn();

  beforeEach(() => {
    reload.mockClear();
    vi.stubGlobal('location', { ...window.location, reload });
  });

  it('the button “Try again” of a page whose code could not be loaded reloads the page only if the server responds', async () => {
    await checkConnection(ourServer());
    const { invalidate } = await openFailedPage({ error });
    const retry = screen.getByRole('button', { name: 'Try again' });
    await userEvent.setup({ delay: null }).click(retry);
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    vi.stubGlobal('fetch', async () => captivePortal());
    await userEvent.setup({ delay: null }).click(retry);
    expect(await screen.findByRole('heading', { level: 1, name: 'This page is not saved' })).toBeTruthy();
    expect(reload).toHaveBeenCalledTimes(1);
    expect(invalidate).not.toHaveBeenCalled();
  });

  it('a page whose code could not be loaded reloads automatically when the connection is back', async () => {
    await openFailedPage({ error });
    await checkConnection('no response');
    await checkConnection(ourServer());
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });
});
