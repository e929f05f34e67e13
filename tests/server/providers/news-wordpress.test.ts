import { describe, expect, it } from 'vitest';
import { sanitise } from '../../../server/content/html.ts';
import type { News, NewsQuery } from '../../../server/providers/news.ts';
import { NewsStore, newsTimes } from '../../../server/providers/news-store.ts';
import { wordpressNews } from '../../../server/providers/news-wordpress.ts';
import { stripTags } from '../../../server/providers/strip-tags.ts';
import { type FakeClock, fakeClock } from '../../support/clock.ts';
import { remotePost, sendJson, startWordPress, twoPosts, type WordPressServer } from '../news/wordpress-server.ts';

const query: NewsQuery = {
  categories: [1, 7],
  perPage: 12,
  page: 2,
  order: 'desc',
  search: undefined,
  slug: undefined,
  isEmbedded: true,
};

type Opened = { site: WordPressServer; news: News; clock: FakeClock; sent: string[] };

/** `sent` lists calls as they leave, before the site has them. */
async function openNews(answer = twoPosts): Promise<Opened> {
  const site = await startWordPress(answer);
  const clock = fakeClock();
  const sent: string[] = [];
  const send: typeof fetch = (address, init) => {
    sent.push(String(address));
    return fetch(address, init);
  };
  return { site, clock, sent, news: wordpressNews({ url: `${site.url}/`, sanitise, clock, patience: 300, send }) };
}

const embedded = (parts: object) => remotePost(1, { _embedded: parts });

describe('a WordPress site', () => {
  it('is asked in its own words and its counts are read', async () => {
    const { site, news } = await openNews();
    const { posts, total, totalPages } = await news.list(query);
    expect(posts.map(({ id }) => id)).toEqual([2, 1]);
    expect([total, totalPages]).toEqual([2, 1]);
    const asked = new URL(site.asked[0] ?? '', site.url);
    expect(asked.pathname).toBe('/wp-json/wp/v2/posts');
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      categories: '1,7',
      per_page: '12',
      page: '2',
      orderby: 'date',
      order: 'desc',
      _embed: '1',
    });
  });

  it.each([
    ['post-1', 'post-1'],
    ['%e0%a4%b9%e0%a4%bf%e0%a4%a8%e0%a5%8d%e0%a4%a6%e0%a5%80', 'हिन्दी'],
    ['100%', '100'],
    ['../../<b>"x"//evil.example?a#b', 'b-x-evil-example-a-b'],
    ['//', 'post'],
  ])('has the slug %s as %s, which an address carries and gives back', async (slug, wanted) => {
    const { news } = await openNews((_, response) => sendJson(response, 200, remotePost(1, { slug })));
    expect((await news.read(1, false)).slug).toBe(wanted);
  });

  it('is sanitised in every field that holds HTML or an address', async () => {
    const avatars = { 24: 'https://a.example/24.png', 48: 'javascript:x()' };
    const parts = {
      author: [{ id: 3, name: '<b>Ann</b>', avatar_urls: avatars }],
      'wp:featuredmedia': [{ id: 9, source_url: 'javascript:x()' }],
      'wp:term': [[], [{ id: 4, name: 'sea<script>x()</script>' }]],
    };
    const { news } = await openNews((_, response) =>
      sendJson(response, 200, { ...embedded(parts), link: 'javascript:x()' }),
    );
    const post = await news.read(1, true);
    expect(JSON.stringify(post)).not.toMatch(/script:|<script|onclick|onerror|iframe/);
    expect(post.title.rendered).toBe('Ships &#038; people');
    expect(post.content.rendered).toBe('<p>Hi</p>');
    expect(post._embedded?.author?.[0]).toMatchObject({ name: 'Ann', avatar_urls: { 24: avatars[24] } });
    expect(post._embedded?.['wp:featuredmedia']?.[0]).toMatchObject({ code: 'landfall_bad_address' });
    expect(Object.keys(post)).not.toContain('guid');
  });

  it('may embed errors in the place of anything', async () => {
    const fault = { code: 'rest_forbidden', message: 'No.', data: { status: 403 } };
    const parts = { author: [fault], 'wp:featuredmedia': [fault], 'wp:term': [fault, []] };
    const { news } = await openNews((_, response) => sendJson(response, 200, embedded(parts)));
    expect((await news.read(1, true))._embedded).toEqual(parts);
  });

  it('says itself that a page or a post is not there', async () => {
    const { site, news } = await openNews((_, response) =>
      sendJson(response, 400, {
        code: 'rest_post_invalid_page_number',
        message: 'Too <b>far</b>.',
        data: { status: 400 },
      }),
    );
    await expect(news.list(query)).rejects.toMatchObject({
      status: 400,
      code: 'rest_post_invalid_page_number',
      message: 'Too far.',
    });
    site.answer = (_, response) =>
      sendJson(response, 404, { code: 'rest_post_invalid_id', message: 'Invalid post ID.' });
    await expect(news.read(99, false)).rejects.toMatchObject({ status: 404, code: 'rest_post_invalid_id' });
  });

  it.each<[string, Parameters<typeof openNews>[0]]>([
    ['answers HTML', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Blocked</h1>')],
    ['fails', (_, response) => sendJson(response, 500, { code: 'internal', message: 'SQL error at line 3' })],
    ['forbids', (_, response) => sendJson(response, 403, { code: 'rest_forbidden', message: 'No.' })],
    ['never answers', () => {}],
    ['hangs up', (request) => request.socket.destroy()],
    ['sends no counts', (_, response) => sendJson(response, 200, [])],
    [
      'sends what is no post',
      (_, response) => sendJson(response, 200, [{ id: 'x' }], { 'x-wp-total': '1', 'x-wp-totalpages': '1' }),
    ],
    ['never ends', (_, response) => void response.writeHead(200).write('[')],
  ])('that %s is away: 503, and nothing of it is told', async (_, answer) => {
    const { news } = await openNews(answer);
    const refusal = await news.list(query).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 503, code: 'NEWS_UNAVAILABLE', retryAfter: 30 });
    expect(String(refusal)).not.toContain('SQL');
  });

  it('is asked once by many at the same time, and again after five minutes, behind the reader', async () => {
    expect(newsTimes.fresh).toBe(5 * 60_000);
    const { site, news, clock } = await openNews();
    await Promise.all([news.list(query), news.list(query), news.list(query)]);
    clock.advance(newsTimes.fresh - 1);
    await news.list(query);
    expect(site.asked).toHaveLength(1);
    clock.advance(1);
    site.answer = (_, response) =>
      sendJson(response, 200, [remotePost(3)], { 'x-wp-total': '1', 'x-wp-totalpages': '1' });
    expect((await news.list(query)).total).toBe(2);
    await expect.poll(async () => (await news.list(query)).total).toBe(1);
    expect(site.asked).toHaveLength(2);
  });

  it('that goes away leaves what was kept, and is tried again after a pause', async () => {
    const { site, news, clock, sent } = await openNews();
    await news.list(query);
    site.answer = (_, response) => sendJson(response, 502, {});
    clock.advance(newsTimes.fresh);
    expect((await news.list(query)).total).toBe(2);
    await expect.poll(() => site.asked.length).toBe(2);
    // Once it has failed, nothing is under way that a reader could join.
    await expect.poll(async () => (await news.list({ ...query, page: 3 }).catch(() => null)) === null).toBe(true);
    const before = sent.length;
    expect((await news.list(query)).total).toBe(2);
    expect(sent).toHaveLength(before);
    clock.advance(newsTimes.pause);
    expect((await news.list(query)).total).toBe(2);
    expect(sent).toHaveLength(before + 1);
  });

  it('is asked for a search each time, so that searches push out no page', async () => {
    const { site, news } = await openNews();
    for (const search of ['sea', 'sea']) await news.list({ ...query, search });
    expect(site.asked).toHaveLength(2);
  });

  it('that has deleted a post makes it go here, too', async () => {
    const { site, news, clock } = await openNews((_, response) => sendJson(response, 200, remotePost(1)));
    await news.read(1, false);
    site.answer = (_, response) =>
      sendJson(response, 404, { code: 'rest_post_invalid_id', message: 'Invalid post ID.' });
    clock.advance(newsTimes.fresh);
    await news.read(1, false);
    await expect.poll(() => news.read(1, false).catch((error: { status: number }) => error.status)).toBe(404);
  });
});

it('answers are kept up to a size, and what was asked longest ago goes first', async () => {
  const store = new NewsStore<string>(fakeClock(), 100);
  const fetched: string[] = [];
  const read = (address: string) =>
    store.read(address, async () => {
      fetched.push(address);
      return 'x'.repeat(40);
    });
  for (const address of ['a', 'b', 'a', 'c', 'a', 'b']) await read(address);
  expect(fetched).toEqual(['a', 'b', 'c', 'b']);
  expect(store.size).toBeLessThanOrEqual(100);
});

it.each([
  ['<b>Ships</b> & <<i>x', 'Ships & x'],
  ['a < b', 'a < b'],
  ['<scr<b>ipt>', 'ipt>'],
  [`${'<'.repeat(5)}`, '<<<<<'],
])('%s is %s without tags', (html, text) => {
  expect(stripTags(html)).toBe(text);
});
