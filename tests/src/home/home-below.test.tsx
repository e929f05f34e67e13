import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { blogsOnHome, eventsOnHome } from '../../../contract/limits.ts';
import { HomeBelow } from '../../../src/home/home-below.tsx';
import type { Answered } from '../../support/answers.ts';
import { renderInPage } from '../../support/in-page.tsx';
import { event, post } from '../news/posts.ts';
import { home, homeServer, newest } from './home-world.ts';

async function open(news: (url: string) => Answered = newest) {
  const { api, sent } = homeServer({ home, news });
  await renderInPage(<HomeBelow />, { api });
  // The first of a file waits for what the page is made of.
  await screen.findByText('Offshore Academy', {}, { timeout: 15_000 });
  return sent;
}

describe('the film', () => {
  it('is a poster that leads to it, and nothing of it is loaded before the tap', async () => {
    await open();
    const poster = screen.getByRole('link', { name: /^Play: The academy in twenty seconds/ });
    expect(poster.getAttribute('href')).toBe('/media/video/film.webm');
    expect(poster.querySelector('img')?.getAttribute('loading')).toBe('lazy');
    expect([poster.querySelector('img')?.width, poster.querySelector('img')?.height]).toEqual([640, 400]);
    expect(document.querySelector('video, source[src], track')).toBeNull();
  });

  it('plays in the poster’s place when asked for, with captions, controls and its size', async () => {
    await open();
    const isFollowed = fireEvent.click(screen.getByRole('link', { name: /^Play/ }));
    expect(isFollowed).toBe(false);
    const film = document.querySelector('video');
    expect(film?.getAttribute('src')).toBe('/media/video/film.webm');
    expect([film?.width, film?.height, film?.controls]).toEqual([640, 400, true]);
    const track = film?.querySelector('track');
    expect([track?.kind, track?.getAttribute('src'), track?.default]).toEqual([
      'captions',
      '/media/video/film.vtt',
      true,
    ]);
  });

  it('can be opened elsewhere where the device does not play it', async () => {
    await open();
    fireEvent.click(screen.getByRole('link', { name: /^Play/ }));
    const film = document.querySelector('video');
    if (film) fireEvent.error(film);
    expect(screen.getByRole('link', { name: /does not play here/ }).getAttribute('href')).toBe(
      '/media/video/film.webm',
    );
  });

  it('stands beside who the academy is and the way to its own page', async () => {
    await open();
    const about = within(screen.getByRole('region', { name: 'Feet in the water' }));
    expect(about.getByText('Since 1998.').tagName).toBe('P');
    expect(about.getByRole('link', { name: 'Learn More About Us' }).getAttribute('href')).toBe('/about-us');
  });
});

it('shows eight tiles of the sister academy, each marked as leaving the site, and how long a certificate is valid', async () => {
  await open();
  const section = within(screen.getByRole('region', { name: 'Offshore Academy' }));
  const links = section.getAllByRole('link');
  expect(links).toHaveLength(8);
  for (const link of links) {
    expect(link.getAttribute('href')).toMatch(/^https:\/\/offshore\.example\.com\//);
    expect(link.getAttribute('rel')).toBe('external noopener');
    expect(link.textContent).toContain('(leaves this site)');
  }
  expect(section.getByText('Offshore certificates are valid for 4 years.')).toBeTruthy();
});

describe('the newest posts', () => {
  const section = (name: string) => within(screen.getByRole('region', { name }));

  it('are four of the blog and three events', async () => {
    expect([blogsOnHome, eventsOnHome]).toEqual([4, 3]);
    const sent = await open();
    expect(await screen.findByRole('link', { name: 'Post 4' })).toBeTruthy();
    expect(section('From our blog').getAllByRole('listitem')).toHaveLength(4);
    expect(section('Events').getAllByRole('listitem')).toHaveLength(3);
    expect(section('Events').getByRole('link', { name: 'Event 1' }).getAttribute('href')).toBe('/events/a-post-1');
    const asked = sent
      .filter(({ url }) => url.startsWith('/wp-json'))
      .map(({ url }) => /per_page=(\d+)/.exec(url)?.[1]);
    expect(asked.toSorted()).toEqual(['3', '4']);
  });

  it('have of the blog a picture and the date', async () => {
    await open();
    const entry = (await screen.findByRole('link', { name: 'Post 1' })).closest('li');
    expect(entry?.querySelector('img')?.getAttribute('src')).toBe('/media/courses/management-anchor-640.webp');
    expect(entry?.textContent).toContain('3 Feb 2027');
  });

  it('lead to all of them', async () => {
    await open();
    expect(section('From our blog').getByRole('link', { name: 'All blogs' }).getAttribute('href')).toBe('/blogs');
    expect(section('Events').getByRole('link', { name: 'All events' }).getAttribute('href')).toBe('/events');
  });

  it('tell when and where an event is', async () => {
    await open(() => ({ body: [post({ meta: event })] }));
    expect((await screen.findByText('1 Mar 2027 - 2 Mar 2027')).parentElement?.textContent).toContain('Main Block');
  });

  it('are replaced by a word where there are none', async () => {
    await open(() => ({ body: [] }));
    expect(await screen.findAllByText('No articles found.')).toHaveLength(2);
  });

  it('say that they could not be loaded, each for itself, and come when asked for again', async () => {
    let isAway = true;
    await open((url) => (isAway && url.includes('categories=7') ? { status: 404, body: {} } : newest(url)));
    const failed = await section('Events').findByRole('alert');
    expect(failed.textContent).toContain('Events could not be loaded.');
    expect(section('From our blog').queryByRole('alert')).toBeNull();
    isAway = false;
    fireEvent.click(section('Events').getByRole('button', { name: 'Try again' }));
    expect(await section('Events').findByRole('link', { name: 'Event 3' })).toBeTruthy();
  });
});

describe('what stands below', () => {
  type Seen = (entries: Array<{ isIntersecting: boolean }>) => void;
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('is loaded when the reader is a screen away from where it begins', async () => {
    let see: Seen = () => {};
    const watched: Array<IntersectionObserverInit | undefined> = [];
    class Watcher {
      constructor(hear: Seen, options?: IntersectionObserverInit) {
        see = hear;
        watched.push(options);
      }
      observe() {}
      disconnect() {}
    }
    vi.stubGlobal('IntersectionObserver', Watcher);
    const { BelowLater } = await import('../../../src/home/below-later.tsx');
    await renderInPage(<BelowLater />, { api: homeServer({ home, news: newest }).api });
    expect(watched).toEqual([{ rootMargin: '100% 0px' }]);
    act(() => see([{ isIntersecting: true }]));
    expect(await screen.findByText('Offshore Academy', {}, { timeout: 15_000 })).toBeTruthy();
  });
});
