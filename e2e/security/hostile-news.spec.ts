import { newsCategories } from '../../contract/news-categories.ts';
import { newsPost } from '../../tests/support/news-site.ts';
import { payloads } from '../../tests/support/xss/payloads.ts';
import { navigateTo } from '../support/browser/client-navigation.ts';
import { shareOf, watchScripts } from '../support/hostile/hostile-site.ts';
import type { ScriptWatch } from '../support/hostile/script-watch.ts';
import { isSoak, seed } from '../support/sample.ts';
import { testOnNewsSite } from '../support/site/news-site.ts';
import { expect } from '../support/test.ts';

/** Number of posts on one page of a list. */
const onPage = 9;
/** Number of posts of the news site: enough for one page of a list, or in `npm run soak` one post for each payload. */
const count = isSoak ? payloads.length : onPage;
/** A post whose slug is percent-encoded, as WordPress encodes हिन्दी. */
const hindi = { ...newsPost(9001, 'x'), slug: '%e0%a4%b9%e0%a4%bf%e0%a4%a8%e0%a5%8d%e0%a4%a6%e0%a5%80' };
const posts = Array.from({ length: count }, (_, index) =>
  newsPost(index + 1, payloads[(seed + index) % payloads.length] ?? ''),
).concat(hindi);
const lists = Array.from({ length: Math.ceil(posts.length / onPage) }, (_, index) =>
  newsCategories.map(({ path }) => `${path}?page=${index + 1}`),
).flat();

const test = testOnNewsSite(posts).extend<{ scripts: ScriptWatch }>({
  scripts: watchScripts,
});

test.use({ serviceWorkers: 'block' });
test.describe.configure({ mode: 'default' });
test.setTimeout(isSoak ? 3_600_000 : 240_000);

/**
 * Paths of all posts as the lists link to them. Each post is taken under one category only, because all render it
 * alike.
 */
async function readPostPaths(url: string): Promise<string[]> {
  const pages = await Promise.all(lists.map(async (path) => (await fetch(url + path)).text()));
  const found = pages.flatMap((html) => [...html.matchAll(/href="(\/(?:blogs|events|marine-insights)\/[^"?]*-\d+)"/g)]);
  const idOf = (path: string) => Number(path.slice(path.lastIndexOf('-') + 1));
  const chosen = found
    .map(([, path = '']) => path)
    .filter((path) => path.startsWith(newsCategories[idOf(path) % newsCategories.length]?.path ?? '/'));
  return [...new Set(chosen)];
}

test('script injection payloads from the news site run neither in server-rendered pages nor after client-side navigation', async ({
  context,
  page,
  scripts,
  site,
  visitor,
  watch,
}, { project }) => {
  watch.expects(/./);
  const postPaths = shareOf(project.name, await readPostPaths(site.url), 9);
  expect(postPaths.length).toBeGreaterThan(0);
  const paths = ['/', ...shareOf(project.name, lists, 2), ...postPaths];
  const isClean = async () => expect(await scripts.findFaults(page), `SEED=${seed}`).toEqual([]);
  for (const path of paths) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(200);
    await visitor.seesScriptRunning();
    await isClean();
  }
  for (const path of paths) {
    await navigateTo(page, path);
    await expect(page.locator('h1'), path).toHaveCount(1);
    await isClean();
  }
  await context.route(/\/assets\/.*\.js$/, (route) => route.abort());
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator('h1'), path).toHaveCount(1);
    await isClean();
  }
});

test('a news post opens under a URL with a Hindi slug', async ({ page, visitor }) => {
  await page.goto('/blogs/old-name-9001');
  await visitor.arrivesAt('x');
  expect(decodeURI(page.url())).toMatch(/\/blogs\/हिन्दी-9001$/);
  await page.reload();
  await visitor.arrivesAt('x');
});

const feedElements = [
  'rss',
  'channel',
  'title',
  'link',
  'description',
  'language',
  'atom:link',
  'item',
  'guid',
  'pubDate',
].concat(['dc:creator', 'category', 'content:encoded']);
const sitemapElements = ['urlset', 'url', 'loc', 'lastmod'];

test('the news feeds and the sitemap stay well-formed XML when news posts contain script injection payloads', async ({
  page,
  site,
}) => {
  await page.goto('/terms');
  for (const path of ['/sitemap.xml', ...newsCategories.map((category) => `${category.path}/feed.xml`)]) {
    const text = await (await fetch(site.url + path)).text();
    const names = await page.evaluate((xml) => {
      const document = new DOMParser().parseFromString(xml, 'application/xml');
      return [...new Set([...document.querySelectorAll('*')].map(({ nodeName }) => nodeName))];
    }, text);
    expect(path.endsWith('feed.xml') ? feedElements : sitemapElements, `${path} has ${names}`).toEqual(
      expect.arrayContaining(names),
    );
  }
});
