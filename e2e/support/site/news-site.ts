import { type NewsSite, startNewsSite } from '../../../tests/support/news-site.ts';
import { test as base } from '../test.ts';
import { startSite } from './site-server.ts';

type Post = Record<string, unknown>;

/**
 * Playwright's `test` for a site that reads its posts from a local stand-in for WordPress (`NEWS_URL`). `posts`: the
 * posts of the stand-in.
 */
export function testOnNewsSite(posts: readonly Post[]) {
  return base.extend<object, { news: NewsSite }>({
    news: [
      async ({ browserName: _ }, use) => {
        const news = await startNewsSite(posts);
        await use(news);
        await news.close();
      },
      { scope: 'worker' },
    ],
    site: [
      async ({ news }, use) => {
        const site = await startSite({ NEWS_URL: news.url, LOG_LEVEL: 'silent' });
        await use(site);
        await site.dispose();
      },
      { scope: 'worker' },
    ],
  });
}
