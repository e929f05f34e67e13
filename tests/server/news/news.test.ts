import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eventMetaSchema, type Post } from '../../../contract/news.ts';
import { newsCategories } from '../../../contract/news-categories.ts';
import { today } from '../../../server/http/clock.ts';
import { asInProcessCall } from '../../../server/http/in-process-calls.ts';
import { writeFeed } from '../../../server/news/feed.ts';
import { post } from '../../src/news/posts.ts';
import { startAcademyApp } from '../../support/academy-content.ts';
import { day } from '../../support/clock.ts';

const { call, clock, db, server } = await startAcademyApp({ env: { PUBLIC_URL: 'https://landfall.example.com' } });
const posts = '/wp-json/wp/v2/posts';

async function list(query: string): Promise<{ posts: Post[]; total: number; pages: number }> {
  const { status, body, headers, text } = await call('GET', `${posts}?${query}`);
  expect(status, text).toBe(200);
  return { posts: body as Post[], total: Number(headers['x-wp-total']), pages: Number(headers['x-wp-totalpages']) };
}

/** The events of the list that is sorted by events, divided into those that are not over and those that are. */
async function listEvents() {
  const { posts: events } = await list('categories=7&orderby=event&per_page=100');
  const days = events.map(({ id, meta }) => {
    const { event_start, event_end, event_start_time = '' } = eventMetaSchema.parse(meta);
    return { id, start: `${event_start} ${event_start_time}`, isAhead: event_end >= today(clock) };
  });
  const [ahead, past] = [days.filter(({ isAhead }) => isAhead), days.filter(({ isAhead }) => !isAhead)];
  return { ahead, past, ids: days.map(({ id }) => id) };
}

/** A post with characters that are invalid in XML, as a news site may send them. */
const strange = post({
  title: { rendered: 'Ships & &#8217;people&nbsp;&#12;\u0001' },
  content: { rendered: '<p>]]>\f\ud800</p>' },
  _embedded: { 'wp:term': [[], [{ id: 1, name: 'R&D <x>' }]] },
});

const failure = async (path: string) => {
  const { status, body } = await call('GET', path);
  return { status, ...(body as { code: string; message: string; data: object }) };
};

describe('the academy’s own posts', () => {
  it.each(newsCategories)(
    'the news category $name has at least 12 posts, which the posts API returns newest first and in pages',
    async ({ id }) => {
      const first = await list(`categories=${id}&per_page=5&_embed=1`);
      expect(first.total).toBeGreaterThanOrEqual(12);
      expect(first.pages).toBe(Math.ceil(first.total / 5));
      const whole = await list(`categories=${id}&per_page=100`);
      expect(whole.posts).toHaveLength(whole.total);
      expect(whole.posts.slice(0, 5).map((post) => post.id)).toEqual(first.posts.map((post) => post.id));
      const instants = whole.posts.map(({ date_gmt }) => Date.parse(`${date_gmt}Z`));
      expect(instants).toEqual(instants.toSorted((one, other) => other - one));
      expect(new Set(whole.posts.flatMap(({ categories }) => categories))).toEqual(new Set([id]));
      const last = await list(`categories=${id}&per_page=5&page=${first.pages}`);
      expect(last.posts.map((post) => post.id)).toEqual(
        whole.posts.slice((first.pages - 1) * 5).map((post) => post.id),
      );
    },
  );

  it('the posts API can sort events: those not over first, the soonest first, then past ones, the latest first', async () => {
    const { ahead, past, ids } = await listEvents();
    expect([ahead[0]?.id, past[0]?.id]).toEqual([2205, 2208]);
    expect([ahead.length, past.length]).toEqual([7, 6]);
    expect(ids).toEqual([...ahead, ...past].map(({ id }) => id));
    expect(ahead).toEqual(ahead.toSorted((one, other) => one.start.localeCompare(other.start)));
    expect(past).toEqual(past.toSorted((one, other) => other.start.localeCompare(one.start)));
  });

  it('the posts API sorts events in the same way for the pages of events and for the three events of Home', async () => {
    const { ids } = await listEvents();
    const idsOf = async (page: number, count: number) =>
      (await list(`categories=7&orderby=event&per_page=${count}&page=${page}`)).posts.map(({ id }) => id);
    expect([...(await idsOf(1, 9)), ...(await idsOf(2, 9))]).toEqual(ids);
    expect(await idsOf(1, 3)).toEqual(ids.slice(0, 3));
  });

  it('in the sorted list of events, an event counts as past from the day after its last day', async () => {
    const { clock: later, ...app } = await startAcademyApp();
    const first = async () => {
      later.advance(1000); // Responses are cached for one second.
      const { body } = await app.call('GET', `${posts}?categories=7&orderby=event&per_page=100`);
      return (body as Post[]).map(({ id }) => id);
    };
    later.advance(7 * day);
    expect((await first())[0]).toBe(2204);
    later.advance(day);
    const ids = await first();
    expect(ids[0]).toBe(2201);
    expect(ids.slice(ids.indexOf(2203) + 1)).toEqual([2204, 2205, 2208, 2209, 2210, 2211, 2212, 2213]);
  });

  it('in the sorted list of events, a post without event dates counts as a past event of its day of publication', async () => {
    const app = await startAcademyApp();
    await app.db
      .updateTable('posts')
      .set({ body: sql`body || '{"event": null}'` })
      .where('id', 'in', [2201, 2211])
      .execute();
    const { body } = await app.call('GET', `${posts}?categories=7&orderby=event&per_page=100`);
    const ids = (body as Post[]).map(({ id }) => id);
    expect(ids.slice(ids.indexOf(2203) + 1)).toEqual([2201, 2208, 2209, 2210, 2211, 2212, 2213]);
  });

  it('a 304 response to a request for a list of posts has the header with the total count', async () => {
    const { headers } = await call('GET', `${posts}?per_page=3`);
    const again = await server.inject({
      method: 'GET',
      url: `${posts}?per_page=3`,
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect(again.statusCode).toBe(304);
    expect(again.headers['x-wp-total']).toBe(headers['x-wp-total']);
  });

  it('a news post requested with _embed contains its author with avatar, its picture and its tags', async () => {
    const [post] = (await list('categories=1&per_page=1&_embed')).posts;
    const { author = [], 'wp:featuredmedia': media = [], 'wp:term': terms = [] } = post?._embedded ?? {};
    expect(author[0]).toMatchObject({
      name: expect.any(String),
      avatar_urls: { 24: expect.stringMatching(/^\/media\/people\//) },
    });
    expect(media[0]).toMatchObject({ source_url: expect.stringMatching(/^\/media\/courses\/.+-640\.webp$/) });
    expect(terms[0]).toEqual([expect.objectContaining({ id: 1, taxonomy: 'category' })]);
    expect(terms[1]).toHaveLength(post?.tags.length ?? -1);
    expect((await list('categories=1&per_page=1')).posts[0]?._embedded).toBeUndefined();
  });

  it('a post requested with _embed contains a WordPress error in place of a deleted author or picture', async () => {
    const read = async (id: number) => (await call('GET', `${posts}/${id}?_embed`)).body as Post;
    expect((await read(2110))._embedded?.author).toEqual([
      { code: 'rest_user_invalid_id', message: 'Invalid user ID.', data: { status: 404 } },
    ]);
    expect((await read(2212))._embedded?.['wp:featuredmedia']).toEqual([
      expect.objectContaining({ code: 'rest_post_invalid_id' }),
    ]);
    const plain = await read(2111);
    expect([plain.featured_media, plain._embedded?.['wp:featuredmedia']]).toEqual([0, undefined]);
  });

  it('the posts API returns titles with HTML entities and both local and UTC dates, as WordPress does', async () => {
    const post = (await call('GET', `${posts}/2201`)).body as Post;
    expect(post.title.rendered).toBe('Open campus Saturday: pool, fire ground &#038; engine');
    expect(post.excerpt.rendered).toMatch(/^<p>.+<\/p>$/);
    expect([post.date, post.date_gmt]).toEqual(['2026-05-29T10:00:00', '2026-05-29T04:30:00']);
    expect(post.link).toBe('https://landfall.example.com/events/open-campus-saturday-2201');
    expect(post.meta).toEqual({
      event_start: '2026-06-11',
      event_end: '2026-06-11',
      event_start_time: '09:00',
      event_end_time: '13:00',
      event_place: expect.any(String),
      event_map_link: expect.stringMatching(/^https:/),
    });
  });

  it('the posts API finds posts by search and by slug, and can sort them in ascending order', async () => {
    expect((await list('search=S-100')).posts.map(({ id }) => id)).toEqual([2301]);
    expect((await list('slug=the-quiet-cabin')).posts.map(({ id }) => id)).toEqual([2103]);
    expect(await list('search=%25')).toMatchObject({ posts: [], total: 0, pages: 0 });
    expect((await list('order=asc&categories=8')).posts[0]?.id).toBe(2313);
  });

  it('every demo post has more than 70 words and links only to existing courses', async () => {
    const whole = await list('per_page=100');
    const courses = await db.selectFrom('courses').select(['id', 'meta_text']).where('is_active', '=', true).execute();
    const pages = new Set(courses.map(({ id, meta_text }) => `/course-booking/${meta_text}-${id}`));
    for (const { id, content } of whole.posts) {
      expect(content.rendered.replace(/<[^>]*>/g, ' ').split(/\s+/).length, `post ${id}`).toBeGreaterThan(70);
      for (const [, href] of content.rendered.matchAll(/href="(\/[^"]*)"/g))
        expect(pages, `post ${id}`).toContain(href);
    }
  });

  it.each([
    ['per_page=101', 'per_page'],
    ['per_page=0', 'per_page'],
    ['per_page=ten', 'per_page'],
    ['page=0', 'page'],
    ['order=up', 'order'],
    ['orderby=rand', 'orderby'],
    ['categories=1,blogs', 'categories'],
    [`search=${'x'.repeat(201)}`, 'search'],
  ])('the posts API refuses %s with the WordPress error for the parameter %s', async (query, name) => {
    expect(await failure(`${posts}?${query}`)).toMatchObject({
      status: 400,
      code: 'rest_invalid_param',
      message: `Invalid parameter(s): ${name}`,
      data: { status: 400, params: { [name]: expect.any(String) } },
    });
  });

  it('the posts API returns 400 for a page number after the last page and 404 for an unknown post', async () => {
    expect(await failure(`${posts}?categories=1&page=99`)).toMatchObject({
      status: 400,
      code: 'rest_post_invalid_page_number',
      data: { status: 400 },
    });
    for (const id of ['999', 'abc', '99999999999'])
      expect(await failure(`${posts}/${id}`)).toMatchObject({ status: 404, code: 'rest_post_invalid_id' });
  });

  it('the posts API returns 404 for a post until its publication time', async () => {
    await db
      .updateTable('posts')
      .set({ published_at: new Date(clock.now() + 60_000) })
      .where('id', '=', 2301)
      .execute();
    clock.advance(1000);
    expect((await call('GET', `${posts}/2301`)).status).toBe(404);
    clock.advance(60_000);
    expect((await call('GET', `${posts}/2301`)).status).toBe(200);
  });
});

it('API calls that the server itself makes to render a page do not count towards the rate limit', async () => {
  const app = await startAcademyApp({ env: { RATE_READ: '2' } });
  for (let call = 0; call < 4; call++) {
    const drawn = await asInProcessCall(async () => await app.call('GET', `${posts}?per_page=1`));
    expect(drawn.status).toBe(200);
  }
  const direct = [];
  for (let call = 0; call < 3; call++) direct.push((await app.call('GET', `${posts}?per_page=1`)).status);
  expect(direct).toEqual([200, 200, 429]);
});

describe('feeds', () => {
  it.each(newsCategories)('the news category $name has an RSS feed of its 20 newest posts', async ({ path, id }) => {
    const { status, text, headers } = await call('GET', `${path}/feed.xml`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    const { posts: newest } = await list(`categories=${id}&per_page=20`);
    const links = [...text.matchAll(/<item>.*?<link>([^<]+)<\/link>/g)].map(([, link]) => link);
    expect(links).toEqual(newest.map(({ link }) => link));
    expect(text).toContain(`<atom:link href="https://landfall.example.com${path}/feed.xml"`);
  });

  it('the links in a news feed use the host of the request if PUBLIC_URL is not set', async () => {
    const app = await startAcademyApp();
    const { text } = await app.call('GET', '/blogs/feed.xml', { headers: { host: 'sea.example:3100' } });
    const links = [...text.matchAll(/<(?:link|guid isPermaLink="false")>([^<]+)/g)].map(
      ([, link = '']) => new URL(link).host,
    );
    expect(new Set(links)).toEqual(new Set(['sea.example:3100']));
  });

  it('a post keeps its id in a news feed after it was renamed, so that feed readers do not show it as a new one', () => {
    const [category] = newsCategories;
    const [before, after] = ['open-day', 'open-day-moved'].map((slug) => {
      const text = writeFeed(category, [post({ id: 7, slug })], {
        url: 'https://landfall.example.com',
        name: 'Academy',
      });
      return { link: /<item>.*?<link>([^<]+)/.exec(text)?.[1], guid: /<guid[^>]*>([^<]+)/.exec(text)?.[1] };
    });
    expect(after?.link).not.toBe(before?.link);
    expect(after?.guid).toBe(before?.guid);
    expect(after?.guid).toBe('https://landfall.example.com/blogs#post-7');
  });

  it('a news feed escapes names, titles and texts that are not valid XML, and splits the end mark of CDATA in texts', () => {
    const text = writeFeed(newsCategories[0], [strange], { url: 'https://landfall.example.com', name: 'A & B' });
    expect(text).toContain('<title>A &amp; B: Blogs</title>');
    expect(text).toContain('<category>R&amp;D &lt;x&gt;</category>');
    expect(text).toContain('<title>Ships &amp; &#8217;people&amp;nbsp;</title>');
    expect(text).toContain('<![CDATA[<p>]]]]><![CDATA[></p>]]>');
  });

  it('a news feed is well-formed XML', async () => {
    const { text } = await call('GET', '/events/feed.xml');
    const bare = text.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '');
    expect(bare.match(/&(?!#?\w+;)/g)).toBeNull();
    const opened: string[] = [];
    for (const [, slash, name, closed] of bare.matchAll(/<(\/?)([\w:]+)[^>]*?(\/?)>/g)) {
      if (slash) expect(opened.pop()).toBe(name);
      else if (!closed && name) opened.push(name);
    }
    expect(opened).toEqual([]);
    expect(text).toContain('<title>Open campus Saturday: pool, fire ground &#038; engine</title>');
  });
});
