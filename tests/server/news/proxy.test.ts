import { afterAll, describe, expect, it } from 'vitest';
import type { Post } from '../../../contract/news.ts';
import { startTestApp } from '../../support/server.ts';
import { sendJson, startWordPress, twoPosts } from './wordpress-server.ts';

const site = await startWordPress(twoPosts, afterAll);
const { call, clock, logged } = await startTestApp({ env: { NEWS_URL: site.url, LOG_LEVEL: 'warn' } });
const posts = '/wp-json/wp/v2/posts';

describe('with NEWS_URL set', () => {
  it('if NEWS_URL names a WordPress site, the posts API returns the site’s sanitised posts and the total numbers of posts and pages', async () => {
    const { status, body, headers } = await call('GET', `${posts}?categories=1&per_page=9&_embed`);
    expect([status, headers['x-wp-total'], headers['x-wp-totalpages']]).toEqual([200, '2', '1']);
    expect((body as Post[]).map(({ content }) => content.rendered)).toEqual(['<p>Hi</p>', '<p>Hi</p>']);
    expect(site.requests.at(-1)).toContain('categories=1');
  });

  it('if NEWS_URL names a WordPress site, the posts API refuses an invalid parameter without a request to the site', async () => {
    const requestsBefore = site.requests.length;
    expect((await call('GET', `${posts}?per_page=1000`)).status).toBe(400);
    expect(site.requests).toHaveLength(requestsBefore);
  });

  it('if NEWS_URL names a WordPress site that is down, the posts API returns cached posts, and 503 for posts that are not cached', async () => {
    site.respond = (_, response) => sendJson(response, 500, {});
    clock.advance(3_600_000);
    expect((await call('GET', `${posts}?categories=1&per_page=9&_embed`)).status).toBe(200);
    const { status, body, headers } = await call('GET', `${posts}/77`);
    expect([status, headers['retry-after']]).toEqual([503, '30']);
    expect(body).toMatchObject({ code: 'NEWS_UNAVAILABLE' });
    const messages = () => logged.map(({ msg }) => msg);
    await expect.poll(messages).toContain('the news site could not be read; saved posts are shown');
    expect(JSON.stringify(logged)).toContain('the news site returned 500');
  });
});
