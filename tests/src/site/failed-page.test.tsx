import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { paths } from '../../../contract/pages.ts';
import { contentQueries } from '../../../src/content/content.queries.ts';
import { connection } from '../../../src/offline/page-connection.ts';
import { FailedPage } from '../../../src/site/failed-page.tsx';
import { renderInPage } from '../../support/in-page.tsx';
import { answering, brand } from '../catalogue/academy.ts';

/** What the network says to the question whether our server is there. */
function answer(reply: Response | 'nothing') {
  vi.stubGlobal('fetch', async () => {
    if (reply === 'nothing') throw new TypeError('Failed to fetch');
    return reply.clone();
  });
  return act(async () => void (await connection.probe()));
}
const ours = () => new Response('{}', { headers: { 'x-landfall': '1' } });
const hotel = () => new Response('<h1>Welcome to our hotel</h1>');

async function fail(words: { title?: string; message?: string } = {}) {
  const drawn = await renderInPage(<FailedPage {...words} />, { api: answering({}) });
  const invalidate = vi.spyOn(drawn.router, 'invalidate').mockResolvedValue();
  return { ...drawn, invalidate };
}

afterEach(async () => {
  await answer(ours());
  vi.unstubAllGlobals();
});

describe('a page that is not saved', () => {
  it.each([
    ['no network', 'nothing'],
    ['a network that answers in our place', hotel()],
  ] as const)('with %s says so kindly, and what can be read', async (_, reply) => {
    await fail();
    await answer(reply);
    expect(screen.getByRole('heading', { level: 1, name: 'This page is not saved' })).toBeTruthy();
    expect(document.title).toBe('This page is not saved');
    const words = screen.getByRole('status').textContent;
    expect(words).toContain('It was not opened on this device before, and our server does not answer now.');
    expect(words).toContain('It opens by itself as soon as the connection is back.');
    expect(screen.getByRole('link', { name: 'See saved courses' }).getAttribute('href')).toBe(paths.coursesList);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('opens by itself when the connection is back, once', async () => {
    const { invalidate } = await fail();
    await answer('nothing');
    expect(invalidate).not.toHaveBeenCalled();
    await answer(ours());
    await waitFor(() => expect(invalidate).toHaveBeenCalledTimes(1));
  });
});

describe('a page with words of its own for a failure', () => {
  const words = { title: 'Terms and Conditions', message: 'Unable to load terms currently!' };

  it('says them while our server answers', async () => {
    await answer(ours());
    await fail(words);
    expect(screen.getByRole('heading', { level: 1, name: words.title })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain(words.message);
  });

  it('says them beside what can be read without a connection', async () => {
    await fail(words);
    await answer('nothing');
    expect(screen.getByRole('heading', { level: 1, name: words.title })).toBeTruthy();
    expect(screen.getByText(words.message)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See saved courses' })).toBeTruthy();
  });
});

describe('a page that broke while our server answers', () => {
  it('says that it could not be loaded, whom to call, and tries again when asked', async () => {
    await answer(ours());
    const { invalidate, queryClient } = await fail();
    await act(() => queryClient.ensureQueryData(contentQueries.header()));
    expect(screen.getByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeTruthy();
    expect(screen.queryByText(/not saved/)).toBeNull();
    expect(await screen.findByRole('link', { name: brand.support_phones[0] })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(invalidate).toHaveBeenCalledTimes(1);
  });
});
