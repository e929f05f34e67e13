import { afterAll, describe, expect, it } from 'vitest';
import type { Post } from '../../../contract/news.ts';
import { startTestApp } from '../../support/server.ts';
import { sendJson, startWordPress, twoPosts } from './wordpress-server.ts';

const site = await startWordPress(twoPosts, afterAll);
const { call, clock } = await startTestApp({ env: { NEWS_URL: site.url } });
const posts = '/wp-json/wp/v2/posts';

describe('with NEWS_URL set', () => {
  it('with NEWS_URL set, the posts API returns the posts and total counts of that site, with sanitised HTML', async () => {
    const { status, body, headers } = await call('GET', `${posts}?categories=1&per_page=9&_embed`);
    expect([status, headers['x-wp-total'], headers['x-wp-totalpages']]).toEqual([200, '2', '1']);
    expect((body as Post[]).map(({ content }) => content.rendered)).toEqual(['<p>Hi</p>', '<p>Hi</p>']);
    expect(site.requests.at(-1)).toContain('categories=1');
  });

  it('with NEWS_URL set, the posts API refuses an invalid parameter without a request to that site', async () => {
    const requestsBefore = site.requests.length;
    expect((await call('GET', `${posts}?per_page=1000`)).status).toBe(400);
    expect(site.requests).toHaveLength(requestsBefore);
  });

  it('with NEWS_URL set, cached posts are still returned while that site is down, and other posts return 503', async () => {
    site.respond = (_, response) => sendJson(response, 500, {});
    clock.advance(3_600_000);
    expect((await call('GET', `${posts}?categories=1&per_page=9&_embed`)).status).toBe(200);
    const { status, body, headers } = await call('GET', `${posts}/77`);
    expect([status, headers['retry-after']]).toEqual([503, '30']);
    expect(body).toMatchObject({ code: 'NEWS_UNAVAILABLE' });
  });
});
