import { newsCategories } from '../contract/news-categories.ts';
import { newsPost } from '../tests/support/news-site.ts';
import { payloads } from '../tests/support/xss/payloads.ts';
import { goTo, isSoak, seed, shareOf, watchScripts } from './support/hostile-site.ts';
import { onNewsSite } from './support/news-site.ts';
import type { ScriptWatch } from './support/script-watch.ts';
import { expect } from './support/voyage.ts';

/** Posts on one page of a list. */
const onPage = 9;
/** Posts of the site: one for each payload, unless in soak those of one page. */
const count = isSoak ? payloads.length : onPage;
/** As WordPress writes it: हिन्दी. */
const hindi = { ...newsPost(9001, 'x'), slug: '%e0%a4%b9%e0%a4%bf%e0%a4%a8%e0%a5%8d%e0%a4%a6%e0%a5%80' };
const posts = Array.from({ length: count }, (_, place) =>
  newsPost(place + 1, payloads[(seed + place) % payloads.length] ?? ''),
).concat(hindi);
const lists = Array.from({ length: Math.ceil(posts.length / onPage) }, (_, place) =>
  newsCategories.map(({ path }) => `${path}?page=${place + 1}`),
).flat();

const test = onNewsSite(posts).extend<{ scripts: ScriptWatch }>({
  scripts: watchScripts,
});

test.use({ serviceWorkers: 'block' });
test.setTimeout(isSoak ? 3_600_000 : 240_000);

/** Addresses of the posts as the lists link to them, each post under one of its categories: they are drawn alike. */
async function readAddresses(url: string): Promise<string[]> {
  const pages = await Promise.all(lists.map(async (path) => (await fetch(url + path)).text()));
  const found = pages.flatMap((html) => [...html.matchAll(/href="(\/(?:blogs|events|marine-insights)\/[^"?]*-\d+)"/g)]);
  const idOf = (path: string) => Number(path.slice(path.lastIndexOf('-') + 1));
  const chosen = found
    .map(([, path = '']) => path)
    .filter((path) => path.startsWith(newsCategories[idOf(path) % newsCategories.length]?.path ?? '/'));
  return [...new Set(chosen)];
}

test('nothing that a news site writes runs on our pages, whether drawn here or there', async ({
  context,
  page,
  scripts,
  site,
  visitor,
  watch,
}, { project }) => {
  watch.expects(/./);
  const addresses = shareOf(project.name, await readAddresses(site.url));
  expect(addresses.length).toBeGreaterThan(0);
  const paths = ['/', ...shareOf(project.name, lists), ...addresses];
  const isClean = async () => expect(await scripts.faultsOf(page), `SEED=${seed}`).toEqual([]);
  for (const path of paths) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(200);
    await visitor.seesItRunning();
    await isClean();
  }
  for (const path of paths) {
    await goTo(page, path);
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

test('a post is read under an address in its own script', async ({ page, visitor }) => {
  await page.goto('/blogs/old-name-9001');
  await visitor.arrivesAt('x');
  expect(decodeURI(page.url())).toMatch(/\/blogs\/हिन्दी-9001$/);
  await page.reload();
  await visitor.arrivesAt('x');
});

const ofFeeds = [
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
const ofSitemaps = ['urlset', 'url', 'loc', 'lastmod'];

test('its feeds and the sitemap stay whole documents of their kind', async ({ page, site }) => {
  await page.goto('/terms');
  for (const path of ['/sitemap.xml', ...newsCategories.map((category) => `${category.path}/feed.xml`)]) {
    const text = await (await fetch(site.url + path)).text();
    const names = await page.evaluate((xml) => {
      const document = new DOMParser().parseFromString(xml, 'application/xml');
      return [...new Set([...document.querySelectorAll('*')].map(({ nodeName }) => nodeName))];
    }, text);
    expect(path.endsWith('feed.xml') ? ofFeeds : ofSitemaps, `${path} has ${names}`).toEqual(
      expect.arrayContaining(names),
    );
  }
});
