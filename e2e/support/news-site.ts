import { type NewsSite, startNewsSite } from '../../tests/support/news-site.ts';
import { startSite } from './site-server.ts';
import { test as base } from './voyage.ts';

type Post = Record<string, unknown>;

/** Playwright's test on a site that shows the posts of a WordPress site (`NEWS_URL`) on this machine. */
export function onNewsSite(posts: readonly Post[]) {
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
        const site = await startSite({ NEWS_URL: news.url, RATE_READ: '1000000', LOG_LEVEL: 'silent' });
        await use(site);
        await site.dispose();
      },
      { scope: 'worker' },
    ],
  });
}
