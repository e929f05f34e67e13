import { afterAll, describe, expect, it } from 'vitest';
import type { Post } from '../../../contract/news.ts';
import { startTestApp } from '../../support/server.ts';
import { sendJson, startWordPress, twoPosts } from './wordpress-server.ts';

const site = await startWordPress(twoPosts, afterAll);
const { call, clock } = await startTestApp({ env: { NEWS_URL: site.url } });
const posts = '/wp-json/wp/v2/posts';

describe('with NEWS_URL set', () => {
  it('posts are those of that site, sanitised, with its counts', async () => {
    const { status, body, headers } = await call('GET', `${posts}?categories=1&per_page=9&_embed`);
    expect([status, headers['x-wp-total'], headers['x-wp-totalpages']]).toEqual([200, '2', '1']);
    expect((body as Post[]).map(({ content }) => content.rendered)).toEqual(['<p>Hi</p>', '<p>Hi</p>']);
    expect(site.asked.at(-1)).toContain('categories=1');
  });

  it('a bad parameter is refused before that site is asked', async () => {
    const asked = site.asked.length;
    expect((await call('GET', `${posts}?per_page=1000`)).status).toBe(400);
    expect(site.asked).toHaveLength(asked);
  });

  it('pages go on while that site is away, and what was never read is 503', async () => {
    site.answer = (_, response) => sendJson(response, 500, {});
    clock.advance(3_600_000);
    expect((await call('GET', `${posts}?categories=1&per_page=9&_embed`)).status).toBe(200);
    const { status, body, headers } = await call('GET', `${posts}/77`);
    expect([status, headers['retry-after']]).toEqual([503, '30']);
    expect(body).toMatchObject({ code: 'NEWS_UNAVAILABLE' });
  });
});
