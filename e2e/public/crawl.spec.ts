import { readPage, readSitemap } from '../../tests/support/crawl.ts';
import { onePageOfEachKind } from '../../tests/support/page-kinds.ts';
import { isSoak, sampleOf, seed } from '../support/sample.ts';
import { expect, test } from '../support/test.ts';

// Few pages suffice: tests/server/html/crawl.test.ts checks links, statuses and heads of far more pages without a
// browser.
const sampledPages = 4;
/** Timeout in milliseconds for all pages of a test. */
const timeoutMs = isSoak ? 1_800_000 : 240_000;
/** Matches at least 150 characters, the least text that the main part of a page has. */
const enoughText = /(?:.|\n){150}/;

// Tests the HTML that the server renders, not the service worker’s shell.
test.use({ serviceWorkers: 'block' });

/** A sample with at most one page of each kind; in `npm run soak`, all public pages. */
async function choosePages(site: string): Promise<readonly string[]> {
  const all = await readSitemap(site);
  if (isSoak) return all;
  console.log(`crawled pages: SEED=${seed}`);
  return sampleOf(onePageOfEachKind(all), sampledPages);
}

test('public pages log no error, are accessible and keep the heading and title that the server rendered', {
  tag: '@wide',
}, async ({ page, site, visitor, watch }) => {
  test.setTimeout(timeoutMs);
  // Also report what the Content Security Policy blocks, such as eval, because not all of it is logged as an error.
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      console.error(`blocked by the Content Security Policy: ${effectiveDirective} ${blockedURI}`),
    ),
  );
  for (const path of await choosePages(site.url)) {
    const { title, headings } = await readPage(site.url, path);
    await page.goto(path);
    await visitor.seesScriptRunning();
    await expect(page.locator('h1'), path).toHaveCount(1);
    await expect(page.locator('h1'), path).toHaveText(headings[0] ?? '');
    await expect(page, path).toHaveTitle(title);
    await expect(page.locator('link[rel="canonical"]'), path).toHaveCount(1);
    await expect(page.locator('script[type="application/ld+json"]:not(head *)'), path).toHaveCount(0);
    await visitor.findsItAccessible();
    expect(watch.unexpectedErrors, path).toEqual([]);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('public pages show their heading and text without JavaScript', async ({ page, site }) => {
    test.setTimeout(timeoutMs);
    for (const path of await choosePages(site.url)) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
      await expect(page.getByRole('main'), path).toHaveText(enoughText, { useInnerText: true });
    }
  });

  test('without JavaScript, the main menu opens and leads to a page', async ({ page }) => {
    await page.goto('/');
    // Playwright's role and text selectors do not find elements inside a noscript.
    const menu = page.locator('noscript details');
    await menu.locator('summary').click();
    await menu.locator('a[href="/marine-insights"]').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Marine insights/i);
  });
});
