import { describe, expect, it } from 'vitest';
import { sanitise } from '../../../../server/content/html.ts';
import type { News, NewsQuery } from '../../../../server/providers/news/news.ts';
import { NewsCache, type NewsFailed } from '../../../../server/providers/news/news-cache.ts';
import { stripTags } from '../../../../server/providers/news/strip-tags.ts';
import { wordpressNews } from '../../../../server/providers/news/wordpress-news.ts';
import { type FakeClock, fakeClock, minute, second } from '../../../support/clock.ts';
import { remotePost, sendJson, startWordPress, twoPosts, type WordPressServer } from '../../news/wordpress-server.ts';

const query: NewsQuery = {
  categories: [1, 7],
  perPage: 12,
  page: 2,
  orderBy: 'date',
  order: 'desc',
  search: undefined,
  slug: undefined,
  isEmbedded: true,
};

type Opened = { site: WordPressServer; news: News; clock: FakeClock; sent: string[] };

/** `sent` lists the URL of each call as soon as it is sent, even if the site never receives it. */
async function openNews(
  respond = twoPosts,
  more: { timeoutMs?: number; onFailure?: NewsFailed } = {},
): Promise<Opened> {
  const site = await startWordPress(respond);
  const clock = fakeClock();
  const sent: string[] = [];
  const send: typeof fetch = (address, init) => {
    sent.push(String(address));
    return fetch(address, init);
  };
  return { site, clock, sent, news: wordpressNews({ url: `${site.url}/`, sanitise, clock, send, ...more }) };
}

const unavailable = { status: 503, code: 'NEWS_UNAVAILABLE', retryAfter: 30 };
const embedded = (parts: object) => remotePost(1, { _embedded: parts });

describe('a WordPress site', () => {
  it('the WordPress client requests posts with WordPress’s own parameters and reads the total counts', async () => {
    const { site, news } = await openNews();
    const { posts, total, totalPages } = await news.list(query);
    expect(posts.map(({ id }) => id)).toEqual([2, 1]);
    expect([total, totalPages]).toEqual([2, 1]);
    const requested = new URL(site.requests[0] ?? '', site.url);
    expect(requested.pathname).toBe('/wp-json/wp/v2/posts');
    expect(Object.fromEntries(requested.searchParams)).toEqual({
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
  ])('the slug %s of a WordPress post becomes %s', async (slug, wanted) => {
    const { news } = await openNews((_, response) => sendJson(response, 200, remotePost(1, { slug })));
    expect((await news.read(1, false)).slug).toBe(wanted);
  });

  it('every HTML and URL field of a WordPress post is sanitised', async () => {
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

  it('a WordPress post is accepted even if it contains error objects in place of its author, picture and categories', async () => {
    const fault = { code: 'rest_forbidden', message: 'No.', data: { status: 403 } };
    const parts = { author: [fault], 'wp:featuredmedia': [fault], 'wp:term': [fault, []] };
    const { news } = await openNews((_, response) => sendJson(response, 200, embedded(parts)));
    expect((await news.read(1, true))._embedded).toEqual(parts);
  });

  it('the WordPress errors for an unknown page or post are passed on with their message as plain text', async () => {
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
    site.respond = (_, response) =>
      sendJson(response, 404, { code: 'rest_post_invalid_id', message: 'Invalid post ID.' });
    await expect(news.read(99, false)).rejects.toMatchObject({ status: 404, code: 'rest_post_invalid_id' });
  });

  it.each<[string, Parameters<typeof openNews>[0]]>([
    ['returns HTML', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Blocked</h1>')],
    ['returns a 500', (_, response) => sendJson(response, 500, { code: 'internal', message: 'SQL error at line 3' })],
    ['forbids access', (_, response) => sendJson(response, 403, { code: 'rest_forbidden', message: 'No.' })],
    ['closes the connection', (request) => request.socket.destroy()],
    ['sends no counts', (_, response) => sendJson(response, 200, [])],
    [
      'sends an invalid post',
      (_, response) => sendJson(response, 200, [{ id: 'x' }], { 'x-wp-total': '1', 'x-wp-totalpages': '1' }),
    ],
  ])('a request for posts returns 503 without details when the WordPress site fails (it %s)', async (_, respond) => {
    const { news } = await openNews(respond);
    const refusal = await news.list(query).catch((error: unknown) => error);
    expect(refusal).toMatchObject(unavailable);
    expect(String(refusal)).not.toContain('SQL');
  });

  it.each<[string, Parameters<typeof openNews>[0]]>([
    ['respond', () => {}],
    ['end its response', (_, response) => void response.writeHead(200).write('[')],
  ])('a request for posts returns 503 when the WordPress site takes too long to %s', async (_, respond) => {
    const { news } = await openNews(respond, { timeoutMs: 300 });
    await expect(news.list(query)).rejects.toMatchObject(unavailable);
  });

  it('a request for posts returns 503 when the WordPress site redirects it, and the redirect is not followed', async () => {
    const { site, news } = await openNews((request, response) =>
      request.url?.startsWith('/moved')
        ? twoPosts(request, response)
        : response.writeHead(301, { location: `/moved${request.url}` }).end(),
    );
    await expect(news.list(query)).rejects.toMatchObject(unavailable);
    expect(site.requests).toHaveLength(1);
  });

  it('concurrent readers of the news share one WordPress request, and its response is refreshed after five minutes', async () => {
    const { site, news, clock } = await openNews();
    await Promise.all([news.list(query), news.list(query), news.list(query)]);
    clock.advance(5 * minute - 1);
    await news.list(query);
    expect(site.requests).toHaveLength(1);
    clock.advance(1);
    site.respond = (_, response) =>
      sendJson(response, 200, [remotePost(3)], { 'x-wp-total': '1', 'x-wp-totalpages': '1' });
    expect((await news.list(query)).total).toBe(2);
    await expect.poll(async () => (await news.list(query)).total).toBe(1);
    expect(site.requests).toHaveLength(2);
  });

  it('cached posts stay available while the WordPress site fails, and the site is requested again after a pause', async () => {
    const { site, news, clock, sent } = await openNews();
    await news.list(query);
    site.respond = (_, response) => sendJson(response, 502, {});
    clock.advance(5 * minute);
    expect((await news.list(query)).total).toBe(2);
    await expect.poll(() => site.requests.length).toBe(2);
    // Wait until the failed request has ended, so that the next read cannot join it.
    await expect.poll(async () => (await news.list({ ...query, page: 3 }).catch(() => null)) === null).toBe(true);
    const before = sent.length;
    expect((await news.list(query)).total).toBe(2);
    expect(sent).toHaveLength(before);
    clock.advance(30 * second);
    expect((await news.list(query)).total).toBe(2);
    expect(sent).toHaveLength(before + 1);
  });

  it('a failed refresh of cached posts is reported with its cause, once an hour for each URL', async () => {
    const reported: Array<[unknown, string]> = [];
    const { site, news, clock, sent } = await openNews(twoPosts, {
      onFailure: (error, address) => reported.push([error, address]),
    });
    await news.list(query);
    site.respond = (_, response) => sendJson(response, 502, {});
    const failures = async () => {
      clock.advance(5 * minute);
      await news.list(query);
      // Wait until the failed request has ended: the next one is sent only then.
      const before = sent.length;
      await expect
        .poll(async () => {
          clock.advance(30 * second);
          await news.list(query);
          return sent.length;
        })
        .toBeGreaterThan(before);
      return reported.length;
    };
    expect(await failures()).toBe(1);
    expect(reported[0]?.[1]).toBe(sent[0]);
    expect(reported[0]?.[0]).toMatchObject({ ...unavailable, cause: { message: 'the news site returned 502' } });
    expect(await failures()).toBe(1);
    clock.advance(60 * minute);
    expect(await failures()).toBe(2);
  });

  it('if the WordPress site cuts the connection, a request for posts is refused as unavailable, with the cause', async () => {
    const { news } = await openNews((request) => request.socket.destroy());
    await expect(news.list(query)).rejects.toMatchObject({ ...unavailable, cause: { message: 'fetch failed' } });
  });

  it('the WordPress client does not cache searches', async () => {
    const { site, news } = await openNews();
    for (const search of ['sea', 'sea']) await news.list({ ...query, search });
    expect(site.requests).toHaveLength(2);
  });

  it('a post that was deleted on the WordPress site disappears after the cache expires', async () => {
    const { site, news, clock } = await openNews((_, response) => sendJson(response, 200, remotePost(1)));
    await news.read(1, false);
    site.respond = (_, response) =>
      sendJson(response, 404, { code: 'rest_post_invalid_id', message: 'Invalid post ID.' });
    clock.advance(5 * minute);
    await news.read(1, false);
    await expect.poll(() => news.read(1, false).catch((error: { status: number }) => error.status)).toBe(404);
  });

  it.each([401, 403])(
    'a post for which the WordPress site returns %s disappears after the cache expires, but the list of posts stays available',
    async (status) => {
      const { site, news, clock } = await openNews((request, response) =>
        request.url?.includes('/posts/') ? sendJson(response, 200, remotePost(1)) : twoPosts(request, response),
      );
      await Promise.all([news.read(1, false), news.list(query)]);
      site.respond = (_, response) =>
        sendJson(response, status, { code: 'rest_forbidden', message: 'No.', data: { status } });
      clock.advance(5 * minute);
      await Promise.all([news.read(1, false), news.list(query)]);
      const readCode = () => news.read(1, false).catch((error: { code: string }) => error.code);
      await expect.poll(readCode).toBe('rest_post_invalid_id');
      expect((await news.list(query)).total).toBe(2);
    },
  );

  it.each<[string, Parameters<typeof openNews>[0]]>([
    ['HTML', (_, response) => response.writeHead(401, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>')],
    ['another code', (_, response) => sendJson(response, 401, { code: 'rest_not_logged_in', message: 'No.' })],
  ])(
    'a request for one post returns 503 when the WordPress site refuses callers who are not signed in (with %s)',
    async (_, respond) => {
      const { news } = await openNews(respond);
      await expect(news.read(1, false)).rejects.toMatchObject(unavailable);
    },
  );
});

it('the news cache is limited in size and evicts the least recently used entry', async () => {
  const store = new NewsCache<string>(fakeClock(), { maxSize: 100 });
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
])('stripTags turns %s into %s', (html, text) => {
  expect(stripTags(html)).toBe(text);
});
