import { readPage, readSitemap } from '../tests/support/crawl.ts';
import { expect, test } from './support/voyage.ts';

// Links, statuses and heads of all pages are read in tests/server/html/crawl.test.ts; here pages run.
const isSoak = process.env.SOAK === '1';
/** Milliseconds for so many pages. */
const longest = isSoak ? 1_800_000 : 240_000;
/** Letters that a page's main part has at least. */
const manyWords = /(?:.|\n){150}/;
const manyOfAKind = /^(\/(?:course-booking|blogs|events|marine-insights|departments\/details))\/.*/;

// Each page as the server draws it.
test.use({ serviceWorkers: 'block' });

/** Public pages; unless in soak one of each kind, half of them on each device. */
async function choosePages(site: string, device: string): Promise<string[]> {
  const all = await readSitemap(site);
  if (isSoak) return all;
  const kinds = Map.groupBy(all, (path) => path.replace(manyOfAKind, '$1/'));
  const sample = [...kinds.values()].flatMap((same) => same.at(-1) ?? []);
  return sample.filter((_, place) => (place % 2 === 0) === (device === 'phone'));
}

test('pages run without a word of complaint, are accessible and stay what the server drew', async ({
  page,
  site,
  visitor,
  watch,
}, { project }) => {
  test.setTimeout(longest);
  // Also what the page only tried and went on without, such as eval.
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      console.error(`refused: ${effectiveDirective} ${blockedURI}`),
    ),
  );
  for (const path of await choosePages(site.url, project.name)) {
    const { title, headings } = await readPage(site.url, path);
    await page.goto(path);
    await visitor.seesItRunning();
    await expect(page.locator('h1'), path).toHaveCount(1);
    await expect(page.locator('h1'), path).toHaveText(headings[0] ?? '');
    await expect(page, path).toHaveTitle(title);
    await expect(page.locator('link[rel="canonical"]'), path).toHaveCount(1);
    await expect(page.locator('script[type="application/ld+json"]:not(head *)'), path).toHaveCount(0);
    await visitor.findsItAccessible();
    expect(watch.faults, path).toEqual([]);
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('pages show their heading and their words', async ({ page, site }, { project }) => {
    test.setTimeout(longest);
    for (const path of await choosePages(site.url, project.name)) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
      await expect(page.getByRole('main'), path).toHaveText(manyWords, { useInnerText: true });
    }
  });

  test('the menu leads on', async ({ page }) => {
    await page.goto('/');
    // Playwright's roles and words leave out what stands in a noscript.
    const menu = page.locator('noscript details');
    await menu.locator('summary').click();
    await menu.locator('a[href="/marine-insights"]').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Marine insights/i);
  });
});
