import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LowerSections } from '../../../../src/home/lower/lower-sections.tsx';
import type { Answered } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { event, post } from '../../news/posts.ts';
import { home, homeServer, newest } from '../home-fixtures.ts';

async function open(news: (url: string) => Answered = newest) {
  const { api, sent } = homeServer({ home, news });
  await renderInPage(<LowerSections />, { api });
  await screen.findByText('Offshore Academy');
  return sent;
}

describe('the video on Home', () => {
  it('Home shows a linked poster in place of its video, and loads nothing of the video before a tap', async () => {
    await open();
    const poster = screen.getByRole('link', { name: /^Play: The academy in twenty seconds/ });
    expect(poster.getAttribute('href')).toBe('/media/video/film.webm');
    expect(poster.querySelector('img')?.getAttribute('loading')).toBe('lazy');
    expect([poster.querySelector('img')?.width, poster.querySelector('img')?.height]).toEqual([640, 400]);
    expect(document.querySelector('video, source[src], track')).toBeNull();
  });

  it('a tap on the poster on Home replaces it by the video, with captions, controls and a fixed size', async () => {
    await open();
    const isNavigated = fireEvent.click(screen.getByRole('link', { name: /^Play/ }));
    expect(isNavigated).toBe(false);
    const video = document.querySelector('video');
    expect(video?.getAttribute('src')).toBe('/media/video/film.webm');
    expect([video?.width, video?.height, video?.controls]).toEqual([640, 400, true]);
    const track = video?.querySelector('track');
    expect([track?.kind, track?.getAttribute('src'), track?.default]).toEqual([
      'captions',
      '/media/video/film.vtt',
      true,
    ]);
  });

  it('the video on Home offers a link to the file when the device cannot play it', async () => {
    await open();
    fireEvent.click(screen.getByRole('link', { name: /^Play/ }));
    const video = document.querySelector('video');
    if (video) fireEvent.error(video);
    expect(screen.getByRole('link', { name: /cannot be played here/ }).getAttribute('href')).toBe(
      '/media/video/film.webm',
    );
  });

  it('the section about the academy on Home shows its text and links to the About page', async () => {
    await open();
    const about = within(screen.getByRole('region', { name: 'Feet in the water' }));
    expect(about.getByText('Since 1998.').tagName).toBe('P');
    expect(about.getByRole('link', { name: 'Learn More About Us' }).getAttribute('href')).toBe('/about-us');
  });
});

it('Home shows eight links to the sister academy, each marked as leaving the site', async () => {
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

describe('the newest posts on Home', () => {
  const section = (name: string) => within(screen.getByRole('region', { name }));

  it('Home requests and shows four blog posts and three events', async () => {
    const sent = await open();
    expect(await screen.findByRole('link', { name: 'Post 4' })).toBeTruthy();
    expect(section('From our blog').getAllByRole('listitem')).toHaveLength(4);
    expect(section('Events').getAllByRole('listitem')).toHaveLength(3);
    expect(section('Events').getByRole('link', { name: 'Event 1' }).getAttribute('href')).toBe('/events/a-post-1');
    const requested = sent
      .filter(({ url }) => url.startsWith('/wp-json'))
      .map(({ url }) => new URL(url, 'https://academy.example').searchParams)
      .map((query) => [query.get('per_page'), query.get('orderby')]);
    expect(requested.toSorted()).toEqual([
      ['3', 'event'],
      ['4', null],
    ]);
  });

  it('a blog post on Home has a picture and its date', async () => {
    await open();
    const entry = (await screen.findByRole('link', { name: 'Post 1' })).closest('li');
    expect(entry?.querySelector('img')?.getAttribute('src')).toBe('/media/courses/management-anchor-640.webp');
    expect(entry?.textContent).toContain('3 Feb 2027');
  });

  it('the sections of blog posts and events on Home link to all blogs and all events', async () => {
    await open();
    expect(section('From our blog').getByRole('link', { name: 'All blogs' }).getAttribute('href')).toBe('/blogs');
    expect(section('Events').getByRole('link', { name: 'All events' }).getAttribute('href')).toBe('/events');
  });

  it('an event on Home shows when and where it takes place', async () => {
    await open(() => ({ body: [post({ meta: event })] }));
    expect((await screen.findByText('1 Mar 2027 – 2 Mar 2027')).parentElement?.textContent).toContain('Main Block');
  });

  it('Home says that there are no articles when the news site returns none', async () => {
    await open(() => ({ body: [] }));
    expect(await screen.findAllByText('No articles found.')).toHaveLength(2);
  });

  it('when the events on Home cannot be loaded, their section shows an error and a retry button, and the blog posts are still shown', async () => {
    let isDown = true;
    await open((url) => (isDown && url.includes('categories=7') ? { status: 404, body: {} } : newest(url)));
    const failed = await section('Events').findByRole('alert');
    expect(failed.textContent).toContain('Events could not be loaded.');
    expect(section('From our blog').queryByRole('alert')).toBeNull();
    isDown = false;
    fireEvent.click(section('Events').getByRole('button', { name: 'Try again' }));
    expect(await section('Events').findByRole('link', { name: 'Event 3' })).toBeTruthy();
  });
});

describe('the lower part of Home', () => {
  type Callback = (entries: Array<{ isIntersecting: boolean }>) => void;
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('the lower part of Home loads when the reader has scrolled to within one screen height of it', async () => {
    let reportNear: Callback = () => {};
    const observed: Array<IntersectionObserverInit | undefined> = [];
    class Observer {
      constructor(callback: Callback, options?: IntersectionObserverInit) {
        reportNear = callback;
        observed.push(options);
      }
      observe() {}
      disconnect() {}
    }
    vi.stubGlobal('IntersectionObserver', Observer);
    const { LazyLowerSections } = await import('../../../../src/home/lower/lazy-lower-sections.tsx');
    await renderInPage(<LazyLowerSections />, { api: homeServer({ home, news: newest }).api });
    expect(observed).toEqual([{ rootMargin: '100% 0px' }]);
    act(() => reportNear([{ isIntersecting: true }]));
    // React shows a lazy part at least 300 ms after its fallback, so the default timeout of one second may be too
    // short.
    expect(await screen.findByText('Offshore Academy', {}, { timeout: 10_000 })).toBeTruthy();
  });
});
